// AdamW, launch 1 of 1: a pass over memory, 4 cubes of 256 units
// parameters: p000, p001
// reads: param, grad, exp_avg, exp_avg_sq
// writes: param, exp_avg, exp_avg_sq
// moves: 87360 bytes, of all parameters
// x0, x1, ...: numbers of one element
// r0, r1, ...: numbers of a parameter, in `registers` from its first one on
// `table`: the number of cubes; of each its row and its number there; rows of: slot of the parameter, slot of the gradient, first register, matrices, rows, columns, 0, exp_avg, exp_avg_sq

@group(0) @binding(7) var<storage, read_write> table: array<u32>;
@group(0) @binding(6) var<storage, read_write> registers: array<f32>;
@group(0) @binding(5) var<storage, read_write> scratch: array<f32>;
@group(0) @binding(4) var<storage, read_write> states: array<f32>;
@group(0) @binding(3) var<storage, read_write> grad1: array<f32>;
@group(0) @binding(2) var<storage, read_write> grad0: array<f32>;
@group(0) @binding(1) var<storage, read_write> param1: array<f32>;
@group(0) @binding(0) var<storage, read_write> param0: array<f32>;
struct info_st { static_meta: array<u32, 8> }
@group(0) @binding(8) var<storage, read> info_var: info_st;
@compute @workgroup_size(256, 1, 1)
fn adamw_pass_1(@builtin(local_invocation_index) v350: u32, @builtin(workgroup_id) v352: vec3<u32>, @builtin(num_workgroups) v354: vec3<u32>) {
    let table_ref = &table;
    let registers_ref = &registers;
    let scratch_ref = &scratch;
    let states_ref = &states;
    let grad1_ref = &grad1;
    let grad0_ref = &grad0;
    let param1_ref = &param1;
    let param0_ref = &param0;
    let v3 = u32(0);
    let v353 = v352[2];
    let v334 = u32(v353);
    let v355 = v354[1];
    let v336 = u32(v355);
    let v337 = v334 * v336;
    let v356 = v354[0];
    let v339 = u32(v356);
    let v340 = v337 * v339;
    let v357 = v352[1];
    let v342 = u32(v357);
    let v345 = v342 * v339;
    let v346 = v340 + v345;
    let v359 = v352[0];
    let v348 = u32(v359);
    let v349 = v346 + v348;
    let v38 = &(*table_ref)[v3];
    let v39 = *v38;
    let v40 = u32(v39);
    let v41 = v349 < v40;
    if v41 {
        // this cube: the row of its parameter, its number there
        let v42 = u32(2);
        let v43 = v42 * v349;
        let v44 = u32(1);
        let v45 = v44 + v43;
        let v49 = &(*table_ref)[v45];
        let v50 = *v49;
        let v51 = u32(v50);
        let v55 = v42 + v43;
        let v59 = &(*table_ref)[v55];
        let v60 = *v59;
        let v61 = u32(v60);
        let v62 = u32(4);
        let v63 = v51 + v62;
        let v67 = &(*table_ref)[v63];
        let v68 = *v67;
        let v69 = u32(v68);
        let v70 = u32(5);
        let v71 = v51 + v70;
        let v75 = &(*table_ref)[v71];
        let v76 = *v75;
        let v77 = u32(v76);
        let v78 = u32(3);
        let v79 = v51 + v78;
        let v83 = &(*table_ref)[v79];
        let v84 = *v83;
        let v85 = u32(v84);
        let v86 = v85 * v69;
        let v87 = v86 * v77;
        let v88 = u32(1024);
        let v89 = v61 * v88;
        var<function> v325_store: u32;
        let v325 = &v325_store;
        *v325 = v89;
        let v91 = *v325;
        let v92 = min(v91, v87);
        let v93 = v87 - v92;
        let v95 = min(v93, v88);
        var<function> v326_store: u32;
        let v326 = &v326_store;
        *v326 = v95;
        var<function> v327_store: u32;
        let v327 = &v327_store;
        *v327 = v44;
        // each unit: every 256th element of the cube
        let v351 = v350;
        let v101 = u32(v351);
        var<function> v328_store: u32;
        let v328 = &v328_store;
        *v328 = v101;
        loop {
            let v103 = *v328;
            let v104 = *v326;
            let v105 = v103 < v104;
            if !v105 { break; }
            let v107 = *v328;
            let v108 = *v327;
            let v109 = v107 * v108;
            let v110 = *v325;
            let v111 = v110 + v109;
            let v113 = v51 + v42;
            let v117 = &(*table_ref)[v113];
            let v118 = *v117;
            let v119 = u32(v118);
            // load exp_avg
            let v120 = u32(7);
            let v121 = v51 + v120;
            let v125 = &(*table_ref)[v121];
            let v126 = *v125;
            let v127 = u32(v126);
            let v128 = v127 + v111;
            let v132 = &(*states_ref)[v128];
            let v133 = *v132;
            // load grad
            let v135 = v51 + v44;
            let v139 = &(*table_ref)[v135];
            let v140 = *v139;
            let v141 = f32(0.0);
            var<function> v330_store: f32;
            let v330 = &v330_store;
            *v330 = v141;
            let v143 = u32(1);
            let v144 = v140 < v143;
            if v144 {
                let v148 = &(*grad0_ref)[v111];
                let v149 = *v148;
                *v330 = v149;
            } else {
                let v153 = &(*grad1_ref)[v111];
                let v154 = *v153;
                *v330 = v154;
            }
            let v155 = *v330;
            var<function> v331_store: f32;
            let v331 = &v331_store;
            *v331 = v155;
            let v158 = *v331;
            // load exp_avg_sq
            let v160 = u32(8);
            let v161 = v51 + v160;
            let v165 = &(*table_ref)[v161];
            let v166 = *v165;
            let v167 = u32(v166);
            let v168 = v167 + v111;
            let v172 = &(*states_ref)[v168];
            let v173 = *v172;
            // load param
            let v179 = &(*table_ref)[v51];
            let v180 = *v179;
            var<function> v332_store: f32;
            let v332 = &v332_store;
            *v332 = v141;
            let v184 = v180 < v143;
            if v184 {
                let v188 = &(*param0_ref)[v111];
                let v189 = *v188;
                *v332 = v189;
            } else {
                let v193 = &(*param1_ref)[v111];
                let v194 = *v193;
                *v332 = v194;
            }
            let v195 = *v332;
            // x0 = r0 * exp_avg
            let v202 = &(*registers_ref)[v119];
            let v203 = *v202;
            // x1 = r6 * grad
            let v205 = u32(6);
            let v206 = v119 + v205;
            let v210 = &(*registers_ref)[v206];
            let v211 = *v210;
            let v212 = v211 * v158;
            // x2 = x0 + x1
            let v361 = fma(v203, v133, v212);
            // x3 = r1 * exp_avg_sq
            let v215 = v119 + v44;
            let v219 = &(*registers_ref)[v215];
            let v220 = *v219;
            // x4 = square(grad)
            let v222 = v158 * v158;
            // x5 = r7 * x4
            let v224 = v119 + v120;
            let v228 = &(*registers_ref)[v224];
            let v229 = *v228;
            let v230 = v229 * v222;
            // x6 = x3 + x5
            let v362 = fma(v220, v173, v230);
            // x7 = sqrt(x6)
            let v232 = sqrt(v362);
            // x8 = x7 + r3
            let v234 = v119 + v78;
            let v238 = &(*registers_ref)[v234];
            let v239 = *v238;
            let v240 = v232 + v239;
            // x9 = x2 / x8
            let v241 = v361 / v240;
            // x10 = r15 * x9
            let v242 = u32(15);
            let v243 = v119 + v242;
            let v247 = &(*registers_ref)[v243];
            let v248 = *v247;
            // x11 = r8 * param
            let v251 = v119 + v160;
            let v255 = &(*registers_ref)[v251];
            let v256 = *v255;
            let v257 = v256 * v195;
            // x12 = x10 + x11
            let v363 = fma(v248, v241, v257);
            // x13 = param - x12
            let v259 = v195 - v363;
            // x14 = flush(x2)
            let v260 = abs(v361);
            let v261 = f32(1.1754943508222875e-38);
            let v262 = v260 < v261;
            let v264 = select(v361, v141, v262);
            // x15 = flush(x6)
            let v265 = abs(v362);
            let v267 = v265 < v261;
            let v269 = select(v362, v141, v267);
            // store param = x13
            let v276 = *v179;
            let v278 = v276 < v143;
            if v278 {
                let v282 = &(*param0_ref)[v111];
                *v282 = v259;
            } else {
                let v286 = &(*param1_ref)[v111];
                *v286 = v259;
            }
            // store exp_avg = x14
            let v293 = *v125;
            let v294 = u32(v293);
            let v295 = v294 + v111;
            let v299 = &(*states_ref)[v295];
            *v299 = v264;
            // store exp_avg_sq = x15
            let v306 = *v165;
            let v307 = u32(v306);
            let v308 = v307 + v111;
            let v312 = &(*states_ref)[v308];
            *v312 = v269;
            let v313 = *v328;
            let v314 = u32(256);
            let v315 = v313 + v314;
            *v328 = v315;
        }
    }
    return;
}
