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
        let v98 = v0;
        let v99 = u32(v98);
        var<function> v100_store: u32;
        let v100 = &v100_store;
        *v100 = v99;
        loop {
            let v101 = *v100;
            let v102 = *v97;
            let v103 = v101 < v102;
            if !v103 { break; }
            let v104 = *v92;
            let v105 = *v100;
            let v106 = v104 + v105;
            let v107 = u32(v38);
            // load exp_avg
            let v108 = u32(v58);
            let v109 = v108 + v106;
            let v110 = &(*states_ref)[v109];
            let v111 = *v110;
            // load grad
            let v112 = v107 + v106;
            let v113 = f32(0.0);
            var<function> v114_store: f32;
            let v114 = &v114_store;
            *v114 = v113;
            let v115 = u32(1);
            let v116 = v35 < v115;
            if v116 {
                let v117 = &(*grad0_ref)[v112];
                let v118 = *v117;
                *v114 = v118;
            } else {
                let v119 = &(*grad1_ref)[v112];
                let v120 = *v119;
                *v114 = v120;
            }
            let v121 = *v114;
            var<function> v122_store: f32;
            let v122 = &v122_store;
            *v122 = v121;
            let v123 = *v122;
            // load exp_avg_sq
            let v124 = u32(v62);
            let v125 = v124 + v106;
            let v126 = &(*states_ref)[v125];
            let v127 = *v126;
            // load param
            var<function> v128_store: f32;
            let v128 = &v128_store;
            *v128 = v113;
            if v116 {
                let v129 = &(*param0_ref)[v112];
                let v130 = *v129;
                *v128 = v130;
            } else {
                let v131 = &(*param1_ref)[v112];
                let v132 = *v131;
                *v128 = v132;
            }
            let v133 = *v128;
            // x0 = r0 * exp_avg
            // x1 = r6 * grad
            let v134 = v68 * v123;
            // x2 = x0 + x1
            let v135 = fma(v65, v111, v134);
            // x3 = r1 * exp_avg_sq
            // x4 = square(grad)
            let v136 = v123 * v123;
            // x5 = r7 * x4
            let v137 = v74 * v136;
            // x6 = x3 + x5
            let v138 = fma(v71, v127, v137);
            // x7 = sqrt(x6)
            let v139 = sqrt(v138);
            // x8 = x7 + r3
            let v140 = v139 + v77;
            // x9 = x2 / x8
            let v141 = v135 / v140;
            // x10 = r15 * x9
            // x11 = r8 * param
            let v142 = v84 * v133;
            // x12 = x10 + x11
            let v143 = fma(v81, v141, v142);
            // x13 = param - x12
            let v144 = v133 - v143;
            // x14 = flush(x2)
            let v145 = abs(v135);
            let v146 = f32(1.1754943508222875e-38);
            let v147 = v145 < v146;
            let v148 = select(v135, v113, v147);
            // x15 = flush(x6)
            let v149 = abs(v138);
            let v150 = v149 < v146;
            let v151 = select(v138, v113, v150);
            // store param = x13
            if v116 {
                let v152 = &(*param0_ref)[v112];
                *v152 = v144;
            } else {
                let v153 = &(*param1_ref)[v112];
                *v153 = v144;
            }
            // store exp_avg = x14
            *v110 = v148;
            // store exp_avg_sq = x15
            *v126 = v151;
            let v154 = *v100;
            let v155 = u32(256);
            let v156 = v154 + v155;
            *v100 = v156;
        }
    }
    return;
}
