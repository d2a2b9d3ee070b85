// AdamW, launch 1 of 1: a pass over memory, 3 cubes of 256 units
// parameters: p000, p001
// reads: param, grad, exp_avg, exp_avg_sq
// writes: param, exp_avg, exp_avg_sq
// moves: 87360 bytes, of all parameters
// x0, x1, ...: numbers of one element
// r0, r1, ...: numbers of a parameter, in `registers` from its first one on
// `table`: the number of cubes; of each its row and its number there; rows of: slot of the parameter and its gradient, first element there, first register, matrices, rows, columns, 0, exp_avg, exp_avg_sq

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
        let v34 = &(*table_ref)[v29];
        let v35 = *v34;
        let v36 = v29 + v25;
        let v37 = &(*table_ref)[v36];
        let v38 = *v37;
        let v39 = v29 + v23;
        let v40 = &(*table_ref)[v39];
        let v41 = *v40;
        let v42 = u32(3);
        let v43 = v29 + v42;
        let v44 = &(*table_ref)[v43];
        let v45 = *v44;
        let v46 = u32(4);
        let v47 = v29 + v46;
        let v48 = &(*table_ref)[v47];
        let v49 = *v48;
        let v50 = u32(5);
        let v51 = v29 + v50;
        let v52 = &(*table_ref)[v51];
        let v53 = *v52;
        let v54 = u32(6);
        let v55 = u32(7);
        let v56 = v29 + v55;
        let v57 = &(*table_ref)[v56];
        let v58 = *v57;
        let v59 = u32(8);
        let v60 = v29 + v59;
        let v61 = &(*table_ref)[v60];
        let v62 = *v61;
        let v63 = u32(v41);
        let v64 = &(*registers_ref)[v63];
        let v65 = *v64;
        let v66 = v63 + v54;
        let v67 = &(*registers_ref)[v66];
        let v68 = *v67;
        let v69 = v63 + v25;
        let v70 = &(*registers_ref)[v69];
        let v71 = *v70;
        let v72 = v63 + v55;
        let v73 = &(*registers_ref)[v72];
        let v74 = *v73;
        let v75 = v63 + v42;
        let v76 = &(*registers_ref)[v75];
        let v77 = *v76;
        let v78 = u32(15);
        let v79 = v63 + v78;
        let v80 = &(*registers_ref)[v79];
        let v81 = *v80;
        let v82 = v63 + v59;
        let v83 = &(*registers_ref)[v82];
        let v84 = *v83;
        let v85 = u32(v49);
        let v86 = u32(v53);
        let v87 = u32(v45);
        let v88 = v87 * v85;
        let v89 = v88 * v86;
        let v90 = u32(2048);
        let v91 = v33 * v90;
        var<function> v92_store: u32;
        let v92 = &v92_store;
        *v92 = v91;
        let v93 = *v92;
        let v94 = min(v93, v89);
        let v95 = v89 - v94;
        let v96 = min(v95, v90);
        var<function> v97_store: u32;
        let v97 = &v97_store;
        *v97 = v96;
        // each unit: every 256th element of the cube
        var<function> v98_store: u32;
        let v98 = &v98_store;
        *v98 = v3;
        let v99 = *v92;
        let v100 = *v97;
        let v101 = v99 + v100;
        let v102 = v0;
        let v103 = u32(v102);
        loop {
            let v104 = *v92;
            let v105 = *v98;
            let v106 = v104 + v105;
            let v107 = v106 + v103;
            let v108 = v107 < v101;
            if !v108 { break; }
            let v109 = *v92;
            let v110 = *v98;
            let v111 = v109 + v110;
            let v112 = v111 + v103;
            // load exp_avg
            let v113 = u32(v58);
            let v114 = v113 + v112;
            let v115 = &(*states_ref)[v114];
            let v116 = *v115;
            // load grad
            let v117 = u32(v38);
            let v118 = v117 + v112;
            let v119 = f32(0.0);
            var<function> v120_store: f32;
            let v120 = &v120_store;
            *v120 = v119;
            let v121 = u32(1);
            let v122 = v35 < v121;
            if v122 {
                let v123 = &(*grad0_ref)[v118];
                let v124 = *v123;
                *v120 = v124;
            } else {
                let v125 = &(*grad1_ref)[v118];
                let v126 = *v125;
                *v120 = v126;
            }
            let v127 = *v120;
            var<function> v128_store: f32;
            let v128 = &v128_store;
            *v128 = v127;
            let v129 = *v128;
            // load exp_avg_sq
            let v130 = u32(v62);
            let v131 = v130 + v112;
            let v132 = &(*states_ref)[v131];
            let v133 = *v132;
            // load param
            var<function> v134_store: f32;
            let v134 = &v134_store;
            *v134 = v119;
            if v122 {
                let v135 = &(*param0_ref)[v118];
                let v136 = *v135;
                *v134 = v136;
            } else {
                let v137 = &(*param1_ref)[v118];
                let v138 = *v137;
                *v134 = v138;
            }
            let v139 = *v134;
            // x0 = r0 * exp_avg
            // x1 = r6 * grad
            let v140 = v68 * v129;
            // x2 = x0 + x1
            let v141 = fma(v65, v116, v140);
            // x3 = r1 * exp_avg_sq
            // x4 = square(grad)
            let v142 = v129 * v129;
            // x5 = r7 * x4
            let v143 = v74 * v142;
            // x6 = x3 + x5
            let v144 = fma(v71, v133, v143);
            // x7 = sqrt(x6)
            let v145 = sqrt(v144);
            // x8 = x7 + r3
            let v146 = v145 + v77;
            // x9 = x2 / x8
            let v147 = v141 / v146;
            // x10 = r15 * x9
            // x11 = r8 * param
            let v148 = v84 * v139;
            // x12 = x10 + x11
            let v149 = fma(v81, v147, v148);
            // x13 = param - x12
            let v150 = v139 - v149;
            // x14 = flush(x2)
            let v151 = abs(v141);
            let v152 = f32(1.1754943508222875e-38);
            let v153 = v151 < v152;
            let v154 = select(v141, v119, v153);
            // x15 = flush(x6)
            let v155 = abs(v144);
            let v156 = v155 < v152;
            let v157 = select(v144, v119, v156);
            // store param = x13
            if v122 {
                let v158 = &(*param0_ref)[v118];
                *v158 = v150;
            } else {
                let v159 = &(*param1_ref)[v118];
                *v159 = v150;
            }
            // store exp_avg = x14
            *v115 = v154;
            // store exp_avg_sq = x15
            *v132 = v157;
            let v160 = *v98;
            let v161 = u32(256);
            let v162 = v160 + v161;
            *v98 = v162;
        }
    }
    return;
}
