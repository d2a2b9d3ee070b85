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
        var<function> v59_store: u32;
        let v59 = &v59_store;
        *v59 = v25;
        // each unit: every 256th element of the cube
        let v60 = v0;
        let v61 = u32(v60);
        var<function> v62_store: u32;
        let v62 = &v62_store;
        *v62 = v61;
        loop {
            let v63 = *v62;
            let v64 = *v58;
            let v65 = v63 < v64;
            if !v65 { break; }
            let v66 = *v62;
            let v67 = *v59;
            let v68 = v66 * v67;
            let v69 = *v53;
            let v70 = v69 + v68;
            let v71 = v29 + v23;
            let v72 = &(*table_ref)[v71];
            let v73 = *v72;
            let v74 = u32(v73);
            // load exp_avg
            let v75 = u32(7);
            let v76 = v29 + v75;
            let v77 = &(*table_ref)[v76];
            let v78 = *v77;
            let v79 = u32(v78);
            let v80 = v79 + v70;
            let v81 = &(*states_ref)[v80];
            let v82 = *v81;
            // load grad
            let v83 = v29 + v25;
            let v84 = &(*table_ref)[v83];
            let v85 = *v84;
            let v86 = f32(0.0);
            var<function> v87_store: f32;
            let v87 = &v87_store;
            *v87 = v86;
            let v88 = u32(1);
            let v89 = v85 < v88;
            if v89 {
                let v90 = &(*grad0_ref)[v70];
                let v91 = *v90;
                *v87 = v91;
            } else {
                let v92 = &(*grad1_ref)[v70];
                let v93 = *v92;
                *v87 = v93;
            }
            let v94 = *v87;
            var<function> v95_store: f32;
            let v95 = &v95_store;
            *v95 = v94;
            let v96 = *v95;
            // load exp_avg_sq
            let v97 = u32(8);
            let v98 = v29 + v97;
            let v99 = &(*table_ref)[v98];
            let v100 = *v99;
            let v101 = u32(v100);
            let v102 = v101 + v70;
            let v103 = &(*states_ref)[v102];
            let v104 = *v103;
            // load param
            let v105 = &(*table_ref)[v29];
            let v106 = *v105;
            var<function> v107_store: f32;
            let v107 = &v107_store;
            *v107 = v86;
            let v108 = v106 < v88;
            if v108 {
                let v109 = &(*param0_ref)[v70];
                let v110 = *v109;
                *v107 = v110;
            } else {
                let v111 = &(*param1_ref)[v70];
                let v112 = *v111;
                *v107 = v112;
            }
            let v113 = *v107;
            // x0 = r0 * exp_avg
            let v114 = &(*registers_ref)[v74];
            let v115 = *v114;
            // x1 = r6 * grad
            let v116 = u32(6);
            let v117 = v74 + v116;
            let v118 = &(*registers_ref)[v117];
            let v119 = *v118;
            let v120 = v119 * v96;
            // x2 = x0 + x1
            let v121 = fma(v115, v82, v120);
            // x3 = r1 * exp_avg_sq
            let v122 = v74 + v25;
            let v123 = &(*registers_ref)[v122];
            let v124 = *v123;
            // x4 = square(grad)
            let v125 = v96 * v96;
            // x5 = r7 * x4
            let v126 = v74 + v75;
            let v127 = &(*registers_ref)[v126];
            let v128 = *v127;
            let v129 = v128 * v125;
            // x6 = x3 + x5
            let v130 = fma(v124, v104, v129);
            // x7 = sqrt(x6)
            let v131 = sqrt(v130);
            // x8 = x7 + r3
            let v132 = v74 + v44;
            let v133 = &(*registers_ref)[v132];
            let v134 = *v133;
            let v135 = v131 + v134;
            // x9 = x2 / x8
            let v136 = v121 / v135;
            // x10 = r15 * x9
            let v137 = u32(15);
            let v138 = v74 + v137;
            let v139 = &(*registers_ref)[v138];
            let v140 = *v139;
            // x11 = r8 * param
            let v141 = v74 + v97;
            let v142 = &(*registers_ref)[v141];
            let v143 = *v142;
            let v144 = v143 * v113;
            // x12 = x10 + x11
            let v145 = fma(v140, v136, v144);
            // x13 = param - x12
            let v146 = v113 - v145;
            // x14 = flush(x2)
            let v147 = abs(v121);
            let v148 = f32(1.1754943508222875e-38);
            let v149 = v147 < v148;
            let v150 = select(v121, v86, v149);
            // x15 = flush(x6)
            let v151 = abs(v130);
            let v152 = v151 < v148;
            let v153 = select(v130, v86, v152);
            // store param = x13
            let v154 = *v105;
            let v155 = v154 < v88;
            if v155 {
                let v156 = &(*param0_ref)[v70];
                *v156 = v146;
            } else {
                let v157 = &(*param1_ref)[v70];
                *v157 = v146;
            }
            // store exp_avg = x14
            let v158 = *v77;
            let v159 = u32(v158);
            let v160 = v159 + v70;
            let v161 = &(*states_ref)[v160];
            *v161 = v150;
            // store exp_avg_sq = x15
            let v162 = *v99;
            let v163 = u32(v162);
            let v164 = v163 + v70;
            let v165 = &(*states_ref)[v164];
            *v165 = v153;
            let v166 = *v62;
            let v167 = u32(256);
            let v168 = v166 + v167;
            *v62 = v168;
        }
    }
    return;
}
