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
fn adamw_pass_1(@builtin(local_invocation_index) v0: u32, @builtin(workgroup_id) v1: vec3<u32>, @builtin(num_workgroups) v2: vec3<u32>) {
    let table_ref = &table;
    let registers_ref = &registers;
    let scratch_ref = &scratch;
    let states_ref = &states;
    let grad1_ref = &grad1;
    let grad0_ref = &grad0;
    let param1_ref = &param1;
    let param0_ref = &param0;
    let v3 = u32(0);
    let v4 = v1[2];
    let v5 = u32(v4);
    let v6 = v2[1];
    let v7 = u32(v6);
    let v8 = v5 * v7;
    let v9 = v2[0];
    let v10 = u32(v9);
    let v11 = v8 * v10;
    let v12 = v1[1];
    let v13 = u32(v12);
    let v14 = v13 * v10;
    let v15 = v11 + v14;
    let v16 = v1[0];
    let v17 = u32(v16);
    let v18 = v15 + v17;
    let v19 = &(*table_ref)[v3];
    let v20 = *v19;
    let v21 = u32(v20);
    let v22 = v18 < v21;
    if v22 {
        // this cube: the row of its parameter, its number there
        let v23 = u32(2);
        let v24 = v23 * v18;
        let v25 = u32(1);
        let v26 = v25 + v24;
        let v27 = &(*table_ref)[v26];
        let v28 = *v27;
        let v29 = u32(v28);
        let v30 = v23 + v24;
        let v31 = &(*table_ref)[v30];
        let v32 = *v31;
        let v33 = u32(v32);
        let v34 = u32(4);
        let v35 = v29 + v34;
        let v36 = &(*table_ref)[v35];
        let v37 = *v36;
        let v38 = u32(v37);
        let v39 = u32(5);
        let v40 = v29 + v39;
        let v41 = &(*table_ref)[v40];
        let v42 = *v41;
        let v43 = u32(v42);
        let v44 = u32(3);
        let v45 = v29 + v44;
        let v46 = &(*table_ref)[v45];
        let v47 = *v46;
        let v48 = u32(v47);
        let v49 = v48 * v38;
        let v50 = v49 * v43;
        let v51 = u32(1024);
        let v52 = v33 * v51;
        var<function> v53_store: u32;
        let v53 = &v53_store;
        *v53 = v52;
        let v54 = *v53;
        let v55 = min(v54, v50);
        let v56 = v50 - v55;
        let v57 = min(v56, v51);
        var<function> v58_store: u32;
        let v58 = &v58_store;
        *v58 = v57;
        // each unit: every 256th element of the cube
        let v59 = v0;
        let v60 = u32(v59);
        var<function> v61_store: u32;
        let v61 = &v61_store;
        *v61 = v60;
        loop {
            let v62 = *v61;
            let v63 = *v58;
            let v64 = v62 < v63;
            if !v64 { break; }
            let v65 = *v53;
            let v66 = *v61;
            let v67 = v65 + v66;
            let v68 = v29 + v23;
            let v69 = &(*table_ref)[v68];
            let v70 = *v69;
            let v71 = u32(v70);
            // load exp_avg
            let v72 = u32(7);
            let v73 = v29 + v72;
            let v74 = &(*table_ref)[v73];
            let v75 = *v74;
            let v76 = u32(v75);
            let v77 = v76 + v67;
            let v78 = &(*states_ref)[v77];
            let v79 = *v78;
            // load grad
            let v80 = v29 + v25;
            let v81 = &(*table_ref)[v80];
            let v82 = *v81;
            let v83 = f32(0.0);
            var<function> v84_store: f32;
            let v84 = &v84_store;
            *v84 = v83;
            let v85 = u32(1);
            let v86 = v82 < v85;
            if v86 {
                let v87 = &(*grad0_ref)[v67];
                let v88 = *v87;
                *v84 = v88;
            } else {
                let v89 = &(*grad1_ref)[v67];
                let v90 = *v89;
                *v84 = v90;
            }
            let v91 = *v84;
            var<function> v92_store: f32;
            let v92 = &v92_store;
            *v92 = v91;
            let v93 = *v92;
            // load exp_avg_sq
            let v94 = u32(8);
            let v95 = v29 + v94;
            let v96 = &(*table_ref)[v95];
            let v97 = *v96;
            let v98 = u32(v97);
            let v99 = v98 + v67;
            let v100 = &(*states_ref)[v99];
            let v101 = *v100;
            // load param
            let v102 = &(*table_ref)[v29];
            let v103 = *v102;
            var<function> v104_store: f32;
            let v104 = &v104_store;
            *v104 = v83;
            let v105 = v103 < v85;
            if v105 {
                let v106 = &(*param0_ref)[v67];
                let v107 = *v106;
                *v104 = v107;
            } else {
                let v108 = &(*param1_ref)[v67];
                let v109 = *v108;
                *v104 = v109;
            }
            let v110 = *v104;
            // x0 = r0 * exp_avg
            let v111 = &(*registers_ref)[v71];
            let v112 = *v111;
            // x1 = r6 * grad
            let v113 = u32(6);
            let v114 = v71 + v113;
            let v115 = &(*registers_ref)[v114];
            let v116 = *v115;
            let v117 = v116 * v93;
            // x2 = x0 + x1
            let v118 = fma(v112, v79, v117);
            // x3 = r1 * exp_avg_sq
            let v119 = v71 + v25;
            let v120 = &(*registers_ref)[v119];
            let v121 = *v120;
            // x4 = square(grad)
            let v122 = v93 * v93;
            // x5 = r7 * x4
            let v123 = v71 + v72;
            let v124 = &(*registers_ref)[v123];
            let v125 = *v124;
            let v126 = v125 * v122;
            // x6 = x3 + x5
            let v127 = fma(v121, v101, v126);
            // x7 = sqrt(x6)
            let v128 = sqrt(v127);
            // x8 = x7 + r3
            let v129 = v71 + v44;
            let v130 = &(*registers_ref)[v129];
            let v131 = *v130;
            let v132 = v128 + v131;
            // x9 = x2 / x8
            let v133 = v118 / v132;
            // x10 = r15 * x9
            let v134 = u32(15);
            let v135 = v71 + v134;
            let v136 = &(*registers_ref)[v135];
            let v137 = *v136;
            // x11 = r8 * param
            let v138 = v71 + v94;
            let v139 = &(*registers_ref)[v138];
            let v140 = *v139;
            let v141 = v140 * v110;
            // x12 = x10 + x11
            let v142 = fma(v137, v133, v141);
            // x13 = param - x12
            let v143 = v110 - v142;
            // x14 = flush(x2)
            let v144 = abs(v118);
            let v145 = f32(1.1754943508222875e-38);
            let v146 = v144 < v145;
            let v147 = select(v118, v83, v146);
            // x15 = flush(x6)
            let v148 = abs(v127);
            let v149 = v148 < v145;
            let v150 = select(v127, v83, v149);
            // store param = x13
            let v151 = *v102;
            let v152 = v151 < v85;
            if v152 {
                let v153 = &(*param0_ref)[v67];
                *v153 = v143;
            } else {
                let v154 = &(*param1_ref)[v67];
                *v154 = v143;
            }
            // store exp_avg = x14
            let v155 = *v74;
            let v156 = u32(v155);
            let v157 = v156 + v67;
            let v158 = &(*states_ref)[v157];
            *v158 = v147;
            // store exp_avg_sq = x15
            let v159 = *v96;
            let v160 = u32(v159);
            let v161 = v160 + v67;
            let v162 = &(*states_ref)[v161];
            *v162 = v150;
            let v163 = *v61;
            let v164 = u32(256);
            let v165 = v163 + v164;
            *v61 = v165;
        }
    }
    return;
}
