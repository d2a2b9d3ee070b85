// AdamW, launch 1 of 1: a pass over memory, 3 cubes of 256 units
// parameters: p000, p001
// reads: param, grad, exp_avg, exp_avg_sq
// writes: param, exp_avg, exp_avg_sq
// moves: 87360 bytes, of all parameters
// x0, x1, ...: numbers of one element
// r0, r1, ...: numbers of a parameter, in `registers` from its first one on
// `table`: the number of cubes; of each its row and its number there; rows of: slot of the parameter and its gradient, first element there, first register, matrices, rows, columns, 0, exp_avg, exp_avg_sq

#include <metal_stdlib>
using namespace metal;
typedef unsigned int uint32_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned long int uint64_t;
typedef signed char int8_t;
typedef signed short int16_t;
typedef signed int int32_t;
typedef signed long int int64_t;
struct info_st {
    uint32_t static_meta[8];
};
[[max_total_threads_per_threadgroup(256)]] [[kernel]] void adamw_pass_1(device float * const param0 [[buffer(0)]], device float * const param1 [[buffer(1)]], device float const* const grad0 [[buffer(2)]], device float const* const grad1 [[buffer(3)]], device float * const states [[buffer(4)]], device float const* const scratch [[buffer(5)]], device float const* const registers [[buffer(6)]], device uint32_t const* const table [[buffer(7)]], constant info_st const* const v0, uint3 const threadgroup_position_in_grid_v1 [[threadgroup_position_in_grid]], uint3 const threadgroups_per_grid_v2 [[threadgroups_per_grid]], uint32_t const thread_index_in_threadgroup_v3 [[thread_index_in_threadgroup]]) {
    constant uint32_t const* const dynamic_meta_v4 = reinterpret_cast<constant uint32_t const*>(v0 + 1);
    constant info_st& info_v5 = *v0;
    uint32_t const v6 = 0;
    uint32_t const v7 = threadgroup_position_in_grid_v1[2];
    uint32_t const v8 = uint32_t(v7);
    uint32_t const v9 = threadgroups_per_grid_v2[1];
    uint32_t const v10 = uint32_t(v9);
    uint32_t const v11 = v8 * v10;
    uint32_t const v12 = threadgroups_per_grid_v2[0];
    uint32_t const v13 = uint32_t(v12);
    uint32_t const v14 = v11 * v13;
    uint32_t const v15 = threadgroup_position_in_grid_v1[1];
    uint32_t const v16 = uint32_t(v15);
    uint32_t const v17 = v16 * v13;
    uint32_t const v18 = v14 + v17;
    uint32_t const v19 = threadgroup_position_in_grid_v1[0];
    uint32_t const v20 = uint32_t(v19);
    uint32_t const v21 = v18 + v20;
    device uint32_t const* const v22 = &table[v6];
    uint32_t const v23 = *v22;
    uint32_t const v24 = uint32_t(v23);
    bool const v25 = v21 < v24;
    if(v25) {
        // this cube: the row of its parameter, its number there
        uint32_t const v26 = 2;
        uint32_t const v27 = v26 * v21;
        uint32_t const v28 = 1;
        uint32_t const v29 = v28 + v27;
        device uint32_t const* const v30 = &table[v29];
        uint32_t const v31 = *v30;
        uint32_t const v32 = uint32_t(v31);
        uint32_t const v33 = v26 + v27;
        device uint32_t const* const v34 = &table[v33];
        uint32_t const v35 = *v34;
        uint32_t const v36 = uint32_t(v35);
        device uint32_t const* const v37 = &table[v32];
        uint32_t const v38 = *v37;
        uint32_t const v39 = v32 + v28;
        device uint32_t const* const v40 = &table[v39];
        uint32_t const v41 = *v40;
        uint32_t const v42 = v32 + v26;
        device uint32_t const* const v43 = &table[v42];
        uint32_t const v44 = *v43;
        uint32_t const v45 = 3;
        uint32_t const v46 = v32 + v45;
        device uint32_t const* const v47 = &table[v46];
        uint32_t const v48 = *v47;
        uint32_t const v49 = 4;
        uint32_t const v50 = v32 + v49;
        device uint32_t const* const v51 = &table[v50];
        uint32_t const v52 = *v51;
        uint32_t const v53 = 5;
        uint32_t const v54 = v32 + v53;
        device uint32_t const* const v55 = &table[v54];
        uint32_t const v56 = *v55;
        uint32_t const v57 = 6;
        uint32_t const v58 = 7;
        uint32_t const v59 = v32 + v58;
        device uint32_t const* const v60 = &table[v59];
        uint32_t const v61 = *v60;
        uint32_t const v62 = 8;
        uint32_t const v63 = v32 + v62;
        device uint32_t const* const v64 = &table[v63];
        uint32_t const v65 = *v64;
        uint32_t const v66 = uint32_t(v44);
        device float const* const v67 = &registers[v66];
        float const v68 = *v67;
        uint32_t const v69 = v66 + v57;
        device float const* const v70 = &registers[v69];
        float const v71 = *v70;
        uint32_t const v72 = v66 + v28;
        device float const* const v73 = &registers[v72];
        float const v74 = *v73;
        uint32_t const v75 = v66 + v58;
        device float const* const v76 = &registers[v75];
        float const v77 = *v76;
        uint32_t const v78 = v66 + v45;
        device float const* const v79 = &registers[v78];
        float const v80 = *v79;
        uint32_t const v81 = 15;
        uint32_t const v82 = v66 + v81;
        device float const* const v83 = &registers[v82];
        float const v84 = *v83;
        uint32_t const v85 = v66 + v62;
        device float const* const v86 = &registers[v85];
        float const v87 = *v86;
        uint32_t const v88 = uint32_t(v52);
        uint32_t const v89 = uint32_t(v56);
        uint32_t const v90 = uint32_t(v48);
        uint32_t const v91 = v90 * v88;
        uint32_t const v92 = v91 * v89;
        uint32_t const v93 = 2048;
        uint32_t const v94 = v36 * v93;
        uint32_t v95_store;
        thread uint32_t * v95 = &v95_store;*v95 = v94;
        uint32_t const v96 = *v95;
        uint32_t const v97 = min(v96, v92);
        uint32_t const v98 = v92 - v97;
        uint32_t const v99 = min(v98, v93);
        // each unit: every 256th element of the cube
        uint32_t v100_store;
        thread uint32_t * v100 = &v100_store;*v100 = v6;
        uint32_t const v101 = *v95;
        uint32_t const v102 = v101 + v99;
        uint32_t const v103 = uint32_t(thread_index_in_threadgroup_v3);
        while([&]{
            uint32_t const v104 = *v95;
            uint32_t const v105 = *v100;
            uint32_t const v106 = v104 + v105;
            uint32_t const v107 = v106 + v103;
            bool const v108 = v107 < v102;
            return v108;
        }()) {
            uint32_t const v109 = *v95;
            uint32_t const v110 = *v100;
            uint32_t const v111 = v109 + v110;
            uint32_t const v112 = v111 + v103;
            // load exp_avg
            uint32_t const v113 = uint32_t(v61);
            uint32_t const v114 = v113 + v112;
            device float * const v115 = &states[v114];
            float const v116 = *v115;
            // load grad
            uint32_t const v117 = uint32_t(v41);
            uint32_t const v118 = v117 + v112;
            float const v119 = 0;
            float v120_store;
            thread float * v120 = &v120_store;*v120 = v119;
            uint32_t const v121 = 1;
            bool const v122 = v38 < v121;
            if(v122) {
                device float const* const v123 = &grad0[v118];
                float const v124 = *v123;
                *v120 = v124;
            }
            else {
                device float const* const v125 = &grad1[v118];
                float const v126 = *v125;
                *v120 = v126;
            }
            float const v127 = *v120;
            // load exp_avg_sq
            uint32_t const v128 = uint32_t(v65);
            uint32_t const v129 = v128 + v112;
            device float * const v130 = &states[v129];
            float const v131 = *v130;
            // load param
            float v132_store;
            thread float * v132 = &v132_store;*v132 = v119;
            if(v122) {
                device float * const v133 = &param0[v118];
                float const v134 = *v133;
                *v132 = v134;
            }
            else {
                device float * const v135 = &param1[v118];
                float const v136 = *v135;
                *v132 = v136;
            }
            float const v137 = *v132;
            // x0 = r0 * exp_avg
            // x1 = r6 * grad
            float const v138 = v71 * v127;
            // x2 = x0 + x1
            float const v139 = fma(v68, v116, v138);
            // x3 = r1 * exp_avg_sq
            // x4 = square(grad)
            float const v140 = v127 * v127;
            // x5 = r7 * x4
            float const v141 = v77 * v140;
            // x6 = x3 + x5
            float const v142 = fma(v74, v131, v141);
            // x7 = sqrt(x6)
            float const v143 = sqrt(v142);
            // x8 = x7 + r3
            float const v144 = v143 + v80;
            // x9 = x2 / x8
            float const v145 = v139 / v144;
            // x10 = r15 * x9
            // x11 = r8 * param
            float const v146 = v87 * v137;
            // x12 = x10 + x11
            float const v147 = fma(v84, v145, v146);
            // x13 = param - x12
            float const v148 = v137 - v147;
            // x14 = flush(x2)
            float const v149 = abs(v139);
            float const v150 = 1.175494350e-38;
            bool const v151 = v149 < v150;
            float const v152 = v151 ? v119 : v139;
            // x15 = flush(x6)
            float const v153 = abs(v142);
            bool const v154 = v153 < v150;
            float const v155 = v154 ? v119 : v142;
            // store param = x13
            if(v122) {
                device float * const v156 = &param0[v118];
                *v156 = v148;
            }
            else {
                device float * const v157 = &param1[v118];
                *v157 = v148;
            }
            // store exp_avg = x14
            *v115 = v152;
            // store exp_avg_sq = x15
            *v130 = v155;
            uint32_t const v158 = *v100;
            uint32_t const v159 = 256;
            uint32_t const v160 = v158 + v159;
            *v100 = v160;
        }
    }
    return;
}
