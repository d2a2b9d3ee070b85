// AdamW, launch 1 of 1: a pass over memory, 3 cubes of 256 units
// parameters: p000, p001
// reads: param, grad, exp_avg, exp_avg_sq
// writes: param, exp_avg, exp_avg_sq
// moves: 87360 bytes, of all parameters
// x0, x1, ...: numbers of one element
// r0, r1, ...: numbers of a parameter, in `registers` from its first one on
// `table`: the number of cubes; of each its row and its number there; rows of: slot of the parameter and its gradient, first element there, first register, matrices, rows, columns, 0, exp_avg, exp_avg_sq

typedef unsigned int uint32_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned long long int uint64_t;
typedef signed char int8_t;
typedef signed short int16_t;
typedef signed int int32_t;
typedef signed long long int int64_t;
template <typename T, size_t N>
struct array {
    T data[N];
    __device__ T& operator[](size_t i) { return data[i]; }
    __device__ const T& operator[](size_t i) const { return data[i]; }
};
typedef struct CUtensorMap_st {
    alignas(128) unsigned long long int opaque[16];
} CUtensorMap;
struct info_st {
    uint32_t static_meta[8];
};
extern "C" __global__ void __launch_bounds__(256)  adamw_pass_1(float * const __restrict__ param0, float * const __restrict__ param1, float const* const __restrict__ grad0, float const* const __restrict__ grad1, float * const __restrict__ states, float const* const __restrict__ scratch, float const* const __restrict__ registers, uint32_t const* const __restrict__ table, info_st const* const __restrict__ v0) {
    uint32_t const* const dynamic_meta_v1 = reinterpret_cast<uint32_t const*>(v0 + 1);
    const info_st& info_v2 = *v0;uint32_t const v3 = 0;
    uint32_t const v4 = blockIdx.z;
    uint32_t const v5 = uint32_t(v4);
    uint32_t const v6 = gridDim.y;
    uint32_t const v7 = uint32_t(v6);
    uint32_t const v8 = v5 * v7;
    uint32_t const v9 = gridDim.x;
    uint32_t const v10 = uint32_t(v9);
    uint32_t const v11 = v8 * v10;
    uint32_t const v12 = blockIdx.y;
    uint32_t const v13 = uint32_t(v12);
    uint32_t const v14 = v13 * v10;
    uint32_t const v15 = v11 + v14;
    uint32_t const v16 = blockIdx.x;
    uint32_t const v17 = uint32_t(v16);
    uint32_t const v18 = v15 + v17;
    uint32_t const* const v19 = &table[v3];
    uint32_t const v20 = *v19;
    uint32_t const v21 = uint32_t(v20);
    bool const v22 = v18 < v21;
    if(v22) {
        // this cube: the row of its parameter, its number there
        uint32_t const v23 = 2;
        uint32_t const v24 = v23 * v18;
        uint32_t const v25 = 1;
        uint32_t const v26 = v25 + v24;
        uint32_t const* const v27 = &table[v26];
        uint32_t const v28 = *v27;
        uint32_t const v29 = uint32_t(v28);
        uint32_t const v30 = v23 + v24;
        uint32_t const* const v31 = &table[v30];
        uint32_t const v32 = *v31;
        uint32_t const v33 = uint32_t(v32);
        uint32_t const* const v34 = &table[v29];
        uint32_t const v35 = *v34;
        uint32_t const v36 = v29 + v25;
        uint32_t const* const v37 = &table[v36];
        uint32_t const v38 = *v37;
        uint32_t const v39 = v29 + v23;
        uint32_t const* const v40 = &table[v39];
        uint32_t const v41 = *v40;
        uint32_t const v42 = 3;
        uint32_t const v43 = v29 + v42;
        uint32_t const* const v44 = &table[v43];
        uint32_t const v45 = *v44;
        uint32_t const v46 = 4;
        uint32_t const v47 = v29 + v46;
        uint32_t const* const v48 = &table[v47];
        uint32_t const v49 = *v48;
        uint32_t const v50 = 5;
        uint32_t const v51 = v29 + v50;
        uint32_t const* const v52 = &table[v51];
        uint32_t const v53 = *v52;
        uint32_t const v54 = 6;
        uint32_t const v55 = 7;
        uint32_t const v56 = v29 + v55;
        uint32_t const* const v57 = &table[v56];
        uint32_t const v58 = *v57;
        uint32_t const v59 = 8;
        uint32_t const v60 = v29 + v59;
        uint32_t const* const v61 = &table[v60];
        uint32_t const v62 = *v61;
        uint32_t const v63 = uint32_t(v41);
        float const* const v64 = &registers[v63];
        float const v65 = *v64;
        uint32_t const v66 = v63 + v54;
        float const* const v67 = &registers[v66];
        float const v68 = *v67;
        uint32_t const v69 = v63 + v25;
        float const* const v70 = &registers[v69];
        float const v71 = *v70;
        uint32_t const v72 = v63 + v55;
        float const* const v73 = &registers[v72];
        float const v74 = *v73;
        uint32_t const v75 = v63 + v42;
        float const* const v76 = &registers[v75];
        float const v77 = *v76;
        uint32_t const v78 = 15;
        uint32_t const v79 = v63 + v78;
        float const* const v80 = &registers[v79];
        float const v81 = *v80;
        uint32_t const v82 = v63 + v59;
        float const* const v83 = &registers[v82];
        float const v84 = *v83;
        uint32_t const v85 = uint32_t(v49);
        uint32_t const v86 = uint32_t(v53);
        uint32_t const v87 = uint32_t(v45);
        uint32_t const v88 = v87 * v85;
        uint32_t const v89 = v88 * v86;
        uint32_t const v90 = 2048;
        uint32_t const v91 = v33 * v90;
        uint32_t v92_store;
        uint32_t * v92 = &v92_store;*v92 = v91;
        uint32_t const v93 = *v92;
        uint32_t const v94 = min(v93, v89);
        uint32_t const v95 = v89 - v94;
        uint32_t const v96 = min(v95, v90);
        // each unit: every 256th element of the cube
        uint32_t v97_store;
        uint32_t * v97 = &v97_store;*v97 = v3;
        uint32_t const v98 = *v92;
        uint32_t const v99 = v98 + v96;
        uint32_t const v100 = threadIdx.x;
        uint32_t const v101 = 1;
        uint32_t const v102 = uint32_t(v100);
        while([&]{
            uint32_t const v103 = *v92;
            uint32_t const v104 = *v97;
            uint32_t const v105 = v103 + v104;
            uint32_t const v106 = v105 + v102;
            bool const v107 = v106 < v99;
            return v107;
        }()) {
            uint32_t const v108 = *v92;
            uint32_t const v109 = *v97;
            uint32_t const v110 = v108 + v109;
            uint32_t const v111 = v110 + v102;
            // load exp_avg
            uint32_t const v112 = uint32_t(v58);
            uint32_t const v113 = v112 + v111;
            float * const v114 = &states[v113];
            float const v115 = *v114;
            // load grad
            uint32_t const v116 = uint32_t(v38);
            uint32_t const v117 = v116 + v111;
            float const v118 = 0;
            float v119_store;
            float * v119 = &v119_store;*v119 = v118;
            bool const v120 = v35 < v101;
            if(v120) {
                float const* const v121 = &grad0[v117];
                float const v122 = *v121;
                *v119 = v122;
            }
            else {
                float const* const v123 = &grad1[v117];
                float const v124 = *v123;
                *v119 = v124;
            }
            float const v125 = *v119;
            // load exp_avg_sq
            uint32_t const v126 = uint32_t(v62);
            uint32_t const v127 = v126 + v111;
            float * const v128 = &states[v127];
            float const v129 = *v128;
            // load param
            float v130_store;
            float * v130 = &v130_store;*v130 = v118;
            if(v120) {
                float * const v131 = &param0[v117];
                float const v132 = *v131;
                *v130 = v132;
            }
            else {
                float * const v133 = &param1[v117];
                float const v134 = *v133;
                *v130 = v134;
            }
            float const v135 = *v130;
            // x0 = r0 * exp_avg
            // x1 = r6 * grad
            float const v136 = v68 * v125;
            // x2 = x0 + x1
            float const v137 = fma(v65, v115, v136);
            // x3 = r1 * exp_avg_sq
            // x4 = square(grad)
            float const v138 = v125 * v125;
            // x5 = r7 * x4
            float const v139 = v74 * v138;
            // x6 = x3 + x5
            float const v140 = fma(v71, v129, v139);
            // x7 = sqrt(x6)
            float const v141 = sqrt(v140);
            // x8 = x7 + r3
            float const v142 = v141 + v77;
            // x9 = x2 / x8
            float const v143 = v137 / v142;
            // x10 = r15 * x9
            // x11 = r8 * param
            float const v144 = v84 * v135;
            // x12 = x10 + x11
            float const v145 = fma(v81, v143, v144);
            // x13 = param - x12
            float const v146 = v135 - v145;
            // x14 = flush(x2)
            float const v147 = fabs(v137);
            float const v148 = 1.175494350e-38;
            bool const v149 = v147 < v148;
            float const v150 = v149 ? v118 : v137;
            // x15 = flush(x6)
            float const v151 = fabs(v140);
            bool const v152 = v151 < v148;
            float const v153 = v152 ? v118 : v140;
            // store param = x13
            if(v120) {
                float * const v154 = &param0[v117];
                *v154 = v146;
            }
            else {
                float * const v155 = &param1[v117];
                *v155 = v146;
            }
            // store exp_avg = x14
            *v114 = v150;
            // store exp_avg_sq = x15
            *v128 = v153;
            uint32_t const v156 = *v97;
            uint32_t const v157 = 256;
            uint32_t const v158 = v156 + v157;
            *v97 = v158;
        }
    }
    return;
}
