// AdamW, launch 1 of 1: a pass over memory, 4 cubes of 256 units
// parameters: p000, p001
// reads: param, grad, exp_avg, exp_avg_sq
// writes: param, exp_avg, exp_avg_sq
// moves: 87360 bytes, of all parameters
// x0, x1, ...: numbers of one element
// r0, r1, ...: numbers of a parameter, in `registers` from its first one on
// `table`: the number of cubes; of each its row and its number there; rows of: slot of the parameter, slot of the gradient, first register, matrices, rows, columns, 0, exp_avg, exp_avg_sq

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
        uint32_t const v37 = 4;
        uint32_t const v38 = v32 + v37;
        device uint32_t const* const v39 = &table[v38];
        uint32_t const v40 = *v39;
        uint32_t const v41 = uint32_t(v40);
        uint32_t const v42 = 5;
        uint32_t const v43 = v32 + v42;
        device uint32_t const* const v44 = &table[v43];
        uint32_t const v45 = *v44;
        uint32_t const v46 = uint32_t(v45);
        uint32_t const v47 = 3;
        uint32_t const v48 = v32 + v47;
        device uint32_t const* const v49 = &table[v48];
        uint32_t const v50 = *v49;
        uint32_t const v51 = uint32_t(v50);
        uint32_t const v52 = v51 * v41;
        uint32_t const v53 = v52 * v46;
        uint32_t const v54 = 1024;
        uint32_t const v55 = v36 * v54;
        uint32_t v56_store;
        thread uint32_t * v56 = &v56_store;*v56 = v55;
        uint32_t const v57 = *v56;
        uint32_t const v58 = min(v57, v53);
        uint32_t const v59 = v53 - v58;
        uint32_t const v60 = min(v59, v54);
        uint32_t v61_store;
        thread uint32_t * v61 = &v61_store;*v61 = v60;
        uint32_t v62_store;
        thread uint32_t * v62 = &v62_store;*v62 = v28;
        // each unit: every 256th element of the cube
        uint32_t const v63 = uint32_t(thread_index_in_threadgroup_v3);
        uint32_t v64_store;
        thread uint32_t * v64 = &v64_store;*v64 = v63;
        while([&]{
            uint32_t const v65 = *v64;
            uint32_t const v66 = *v61;
            bool const v67 = v65 < v66;
            return v67;
        }()) {
            uint32_t const v68 = *v64;
            uint32_t const v69 = *v62;
            uint32_t const v70 = v68 * v69;
            uint32_t const v71 = *v56;
            uint32_t const v72 = v71 + v70;
            uint32_t const v73 = v32 + v26;
            device uint32_t const* const v74 = &table[v73];
            uint32_t const v75 = *v74;
            uint32_t const v76 = uint32_t(v75);
            // load exp_avg
            uint32_t const v77 = 7;
            uint32_t const v78 = v32 + v77;
            device uint32_t const* const v79 = &table[v78];
            uint32_t const v80 = *v79;
            uint32_t const v81 = uint32_t(v80);
            uint32_t const v82 = v81 + v72;
            device float * const v83 = &states[v82];
            float const v84 = *v83;
            // load grad
            uint32_t const v85 = v32 + v28;
            device uint32_t const* const v86 = &table[v85];
            uint32_t const v87 = *v86;
            float const v88 = 0;
            float v89_store;
            thread float * v89 = &v89_store;*v89 = v88;
            uint32_t const v90 = 1;
            bool const v91 = v87 < v90;
            if(v91) {
                device float const* const v92 = &grad0[v72];
                float const v93 = *v92;
                *v89 = v93;
            }
            else {
                device float const* const v94 = &grad1[v72];
                float const v95 = *v94;
                *v89 = v95;
            }
            float const v96 = *v89;
            // load exp_avg_sq
            uint32_t const v97 = 8;
            uint32_t const v98 = v32 + v97;
            device uint32_t const* const v99 = &table[v98];
            uint32_t const v100 = *v99;
            uint32_t const v101 = uint32_t(v100);
            uint32_t const v102 = v101 + v72;
            device float * const v103 = &states[v102];
            float const v104 = *v103;
            // load param
            device uint32_t const* const v105 = &table[v32];
            uint32_t const v106 = *v105;
            float v107_store;
            thread float * v107 = &v107_store;*v107 = v88;
            bool const v108 = v106 < v90;
            if(v108) {
                device float * const v109 = &param0[v72];
                float const v110 = *v109;
                *v107 = v110;
            }
            else {
                device float * const v111 = &param1[v72];
                float const v112 = *v111;
                *v107 = v112;
            }
            float const v113 = *v107;
            // x0 = r0 * exp_avg
            device float const* const v114 = &registers[v76];
            float const v115 = *v114;
            // x1 = r6 * grad
            uint32_t const v116 = 6;
            uint32_t const v117 = v76 + v116;
            device float const* const v118 = &registers[v117];
            float const v119 = *v118;
            float const v120 = v119 * v96;
            // x2 = x0 + x1
            float const v121 = fma(v115, v84, v120);
            // x3 = r1 * exp_avg_sq
            uint32_t const v122 = v76 + v28;
            device float const* const v123 = &registers[v122];
            float const v124 = *v123;
            // x4 = square(grad)
            float const v125 = v96 * v96;
            // x5 = r7 * x4
            uint32_t const v126 = v76 + v77;
            device float const* const v127 = &registers[v126];
            float const v128 = *v127;
            float const v129 = v128 * v125;
            // x6 = x3 + x5
            float const v130 = fma(v124, v104, v129);
            // x7 = sqrt(x6)
            float const v131 = sqrt(v130);
            // x8 = x7 + r3
            uint32_t const v132 = v76 + v47;
            device float const* const v133 = &registers[v132];
            float const v134 = *v133;
            float const v135 = v131 + v134;
            // x9 = x2 / x8
            float const v136 = v121 / v135;
            // x10 = r15 * x9
            uint32_t const v137 = 15;
            uint32_t const v138 = v76 + v137;
            device float const* const v139 = &registers[v138];
            float const v140 = *v139;
            // x11 = r8 * param
            uint32_t const v141 = v76 + v97;
            device float const* const v142 = &registers[v141];
            float const v143 = *v142;
            float const v144 = v143 * v113;
            // x12 = x10 + x11
            float const v145 = fma(v140, v136, v144);
            // x13 = param - x12
            float const v146 = v113 - v145;
            // x14 = flush(x2)
            float const v147 = abs(v121);
            float const v148 = 1.175494350e-38;
            bool const v149 = v147 < v148;
            float const v150 = v149 ? v88 : v121;
            // x15 = flush(x6)
            float const v151 = abs(v130);
            bool const v152 = v151 < v148;
            float const v153 = v152 ? v88 : v130;
            // store param = x13
            uint32_t const v154 = *v105;
            bool const v155 = v154 < v90;
            if(v155) {
                device float * const v156 = &param0[v72];
                *v156 = v146;
            }
            else {
                device float * const v157 = &param1[v72];
                *v157 = v146;
            }
            // store exp_avg = x14
            uint32_t const v158 = *v79;
            uint32_t const v159 = uint32_t(v158);
            uint32_t const v160 = v159 + v72;
            device float * const v161 = &states[v160];
            *v161 = v150;
            // store exp_avg_sq = x15
            uint32_t const v162 = *v99;
            uint32_t const v163 = uint32_t(v162);
            uint32_t const v164 = v163 + v72;
            device float * const v165 = &states[v164];
            *v165 = v153;
            uint32_t const v166 = *v64;
            uint32_t const v167 = 256;
            uint32_t const v168 = v166 + v167;
            *v64 = v168;
        }
    }
    return;
}
