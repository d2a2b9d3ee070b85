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
        // each unit: every 256th element of the cube
        uint32_t const v62 = uint32_t(thread_index_in_threadgroup_v3);
        uint32_t v63_store;
        thread uint32_t * v63 = &v63_store;*v63 = v62;
        while([&]{
            uint32_t const v64 = *v63;
            uint32_t const v65 = *v61;
            bool const v66 = v64 < v65;
            return v66;
        }()) {
            uint32_t const v67 = *v56;
            uint32_t const v68 = *v63;
            uint32_t const v69 = v67 + v68;
            uint32_t const v70 = v32 + v26;
            device uint32_t const* const v71 = &table[v70];
            uint32_t const v72 = *v71;
            uint32_t const v73 = uint32_t(v72);
            // load exp_avg
            uint32_t const v74 = 7;
            uint32_t const v75 = v32 + v74;
            device uint32_t const* const v76 = &table[v75];
            uint32_t const v77 = *v76;
            uint32_t const v78 = uint32_t(v77);
            uint32_t const v79 = v78 + v69;
            device float * const v80 = &states[v79];
            float const v81 = *v80;
            // load grad
            uint32_t const v82 = v32 + v28;
            device uint32_t const* const v83 = &table[v82];
            uint32_t const v84 = *v83;
            float const v85 = 0;
            float v86_store;
            thread float * v86 = &v86_store;*v86 = v85;
            uint32_t const v87 = 1;
            bool const v88 = v84 < v87;
            if(v88) {
                device float const* const v89 = &grad0[v69];
                float const v90 = *v89;
                *v86 = v90;
            }
            else {
                device float const* const v91 = &grad1[v69];
                float const v92 = *v91;
                *v86 = v92;
            }
            float const v93 = *v86;
            // load exp_avg_sq
            uint32_t const v94 = 8;
            uint32_t const v95 = v32 + v94;
            device uint32_t const* const v96 = &table[v95];
            uint32_t const v97 = *v96;
            uint32_t const v98 = uint32_t(v97);
            uint32_t const v99 = v98 + v69;
            device float * const v100 = &states[v99];
            float const v101 = *v100;
            // load param
            device uint32_t const* const v102 = &table[v32];
            uint32_t const v103 = *v102;
            float v104_store;
            thread float * v104 = &v104_store;*v104 = v85;
            bool const v105 = v103 < v87;
            if(v105) {
                device float * const v106 = &param0[v69];
                float const v107 = *v106;
                *v104 = v107;
            }
            else {
                device float * const v108 = &param1[v69];
                float const v109 = *v108;
                *v104 = v109;
            }
            float const v110 = *v104;
            // x0 = r0 * exp_avg
            device float const* const v111 = &registers[v73];
            float const v112 = *v111;
            // x1 = r6 * grad
            uint32_t const v113 = 6;
            uint32_t const v114 = v73 + v113;
            device float const* const v115 = &registers[v114];
            float const v116 = *v115;
            float const v117 = v116 * v93;
            // x2 = x0 + x1
            float const v118 = fma(v112, v81, v117);
            // x3 = r1 * exp_avg_sq
            uint32_t const v119 = v73 + v28;
            device float const* const v120 = &registers[v119];
            float const v121 = *v120;
            // x4 = square(grad)
            float const v122 = v93 * v93;
            // x5 = r7 * x4
            uint32_t const v123 = v73 + v74;
            device float const* const v124 = &registers[v123];
            float const v125 = *v124;
            float const v126 = v125 * v122;
            // x6 = x3 + x5
            float const v127 = fma(v121, v101, v126);
            // x7 = sqrt(x6)
            float const v128 = sqrt(v127);
            // x8 = x7 + r3
            uint32_t const v129 = v73 + v47;
            device float const* const v130 = &registers[v129];
            float const v131 = *v130;
            float const v132 = v128 + v131;
            // x9 = x2 / x8
            float const v133 = v118 / v132;
            // x10 = r15 * x9
            uint32_t const v134 = 15;
            uint32_t const v135 = v73 + v134;
            device float const* const v136 = &registers[v135];
            float const v137 = *v136;
            // x11 = r8 * param
            uint32_t const v138 = v73 + v94;
            device float const* const v139 = &registers[v138];
            float const v140 = *v139;
            float const v141 = v140 * v110;
            // x12 = x10 + x11
            float const v142 = fma(v137, v133, v141);
            // x13 = param - x12
            float const v143 = v110 - v142;
            // x14 = flush(x2)
            float const v144 = abs(v118);
            float const v145 = 1.175494350e-38;
            bool const v146 = v144 < v145;
            float const v147 = v146 ? v85 : v118;
            // x15 = flush(x6)
            float const v148 = abs(v127);
            bool const v149 = v148 < v145;
            float const v150 = v149 ? v85 : v127;
            // store param = x13
            uint32_t const v151 = *v102;
            bool const v152 = v151 < v87;
            if(v152) {
                device float * const v153 = &param0[v69];
                *v153 = v143;
            }
            else {
                device float * const v154 = &param1[v69];
                *v154 = v143;
            }
            // store exp_avg = x14
            uint32_t const v155 = *v76;
            uint32_t const v156 = uint32_t(v155);
            uint32_t const v157 = v156 + v69;
            device float * const v158 = &states[v157];
            *v158 = v147;
            // store exp_avg_sq = x15
            uint32_t const v159 = *v96;
            uint32_t const v160 = uint32_t(v159);
            uint32_t const v161 = v160 + v69;
            device float * const v162 = &states[v161];
            *v162 = v150;
            uint32_t const v163 = *v63;
            uint32_t const v164 = 256;
            uint32_t const v165 = v163 + v164;
            *v63 = v165;
        }
    }
    return;
}
