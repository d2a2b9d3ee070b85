// AdamW, launch 1 of 1: a pass over memory, 4 cubes of 256 units
// parameters: p000, p001
// reads: param, grad, exp_avg, exp_avg_sq
// writes: param, exp_avg, exp_avg_sq
// moves: 87360 bytes, of all parameters
// x0, x1, ...: numbers of one element
// r0, r1, ...: numbers of a parameter, in `registers` from its first one on
// `table`: the number of cubes; of each its row and its number there; rows of: slot of the parameter, slot of the gradient, first register, matrices, rows, columns, 0, exp_avg, exp_avg_sq

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
        uint32_t const v34 = 4;
        uint32_t const v35 = v29 + v34;
        uint32_t const* const v36 = &table[v35];
        uint32_t const v37 = *v36;
        uint32_t const v38 = uint32_t(v37);
        uint32_t const v39 = 5;
        uint32_t const v40 = v29 + v39;
        uint32_t const* const v41 = &table[v40];
        uint32_t const v42 = *v41;
        uint32_t const v43 = uint32_t(v42);
        uint32_t const v44 = 3;
        uint32_t const v45 = v29 + v44;
        uint32_t const* const v46 = &table[v45];
        uint32_t const v47 = *v46;
        uint32_t const v48 = uint32_t(v47);
        uint32_t const v49 = v48 * v38;
        uint32_t const v50 = v49 * v43;
        uint32_t const v51 = 1024;
        uint32_t const v52 = v33 * v51;
        uint32_t v53_store;
        uint32_t * v53 = &v53_store;*v53 = v52;
        uint32_t const v54 = *v53;
        uint32_t const v55 = min(v54, v50);
        uint32_t const v56 = v50 - v55;
        uint32_t const v57 = min(v56, v51);
        uint32_t v58_store;
        uint32_t * v58 = &v58_store;*v58 = v57;
        // each unit: every 256th element of the cube
        uint32_t const v59 = threadIdx.x;
        uint32_t const v60 = 1;
        uint32_t const v61 = uint32_t(v59);
        uint32_t v62_store;
        uint32_t * v62 = &v62_store;*v62 = v61;
        while([&]{
            uint32_t const v63 = *v62;
            uint32_t const v64 = *v58;
            bool const v65 = v63 < v64;
            return v65;
        }()) {
            uint32_t const v66 = *v53;
            uint32_t const v67 = *v62;
            uint32_t const v68 = v66 + v67;
            uint32_t const v69 = v29 + v23;
            uint32_t const* const v70 = &table[v69];
            uint32_t const v71 = *v70;
            uint32_t const v72 = uint32_t(v71);
            // load exp_avg
            uint32_t const v73 = 7;
            uint32_t const v74 = v29 + v73;
            uint32_t const* const v75 = &table[v74];
            uint32_t const v76 = *v75;
            uint32_t const v77 = uint32_t(v76);
            uint32_t const v78 = v77 + v68;
            float * const v79 = &states[v78];
            float const v80 = *v79;
            // load grad
            uint32_t const v81 = v29 + v25;
            uint32_t const* const v82 = &table[v81];
            uint32_t const v83 = *v82;
            float const v84 = 0;
            float v85_store;
            float * v85 = &v85_store;*v85 = v84;
            bool const v86 = v83 < v60;
            if(v86) {
                float const* const v87 = &grad0[v68];
                float const v88 = *v87;
                *v85 = v88;
            }
            else {
                float const* const v89 = &grad1[v68];
                float const v90 = *v89;
                *v85 = v90;
            }
            float const v91 = *v85;
            // load exp_avg_sq
            uint32_t const v92 = 8;
            uint32_t const v93 = v29 + v92;
            uint32_t const* const v94 = &table[v93];
            uint32_t const v95 = *v94;
            uint32_t const v96 = uint32_t(v95);
            uint32_t const v97 = v96 + v68;
            float * const v98 = &states[v97];
            float const v99 = *v98;
            // load param
            uint32_t const* const v100 = &table[v29];
            uint32_t const v101 = *v100;
            float v102_store;
            float * v102 = &v102_store;*v102 = v84;
            bool const v103 = v101 < v60;
            if(v103) {
                float * const v104 = &param0[v68];
                float const v105 = *v104;
                *v102 = v105;
            }
            else {
                float * const v106 = &param1[v68];
                float const v107 = *v106;
                *v102 = v107;
            }
            float const v108 = *v102;
            // x0 = r0 * exp_avg
            float const* const v109 = &registers[v72];
            float const v110 = *v109;
            // x1 = r6 * grad
            uint32_t const v111 = 6;
            uint32_t const v112 = v72 + v111;
            float const* const v113 = &registers[v112];
            float const v114 = *v113;
            float const v115 = v114 * v91;
            // x2 = x0 + x1
            float const v116 = fma(v110, v80, v115);
            // x3 = r1 * exp_avg_sq
            uint32_t const v117 = v72 + v25;
            float const* const v118 = &registers[v117];
            float const v119 = *v118;
            // x4 = square(grad)
            float const v120 = v91 * v91;
            // x5 = r7 * x4
            uint32_t const v121 = v72 + v73;
            float const* const v122 = &registers[v121];
            float const v123 = *v122;
            float const v124 = v123 * v120;
            // x6 = x3 + x5
            float const v125 = fma(v119, v99, v124);
            // x7 = sqrt(x6)
            float const v126 = sqrt(v125);
            // x8 = x7 + r3
            uint32_t const v127 = v72 + v44;
            float const* const v128 = &registers[v127];
            float const v129 = *v128;
            float const v130 = v126 + v129;
            // x9 = x2 / x8
            float const v131 = v116 / v130;
            // x10 = r15 * x9
            uint32_t const v132 = 15;
            uint32_t const v133 = v72 + v132;
            float const* const v134 = &registers[v133];
            float const v135 = *v134;
            // x11 = r8 * param
            uint32_t const v136 = v72 + v92;
            float const* const v137 = &registers[v136];
            float const v138 = *v137;
            float const v139 = v138 * v108;
            // x12 = x10 + x11
            float const v140 = fma(v135, v131, v139);
            // x13 = param - x12
            float const v141 = v108 - v140;
            // x14 = flush(x2)
            float const v142 = fabs(v116);
            float const v143 = 1.175494350e-38;
            bool const v144 = v142 < v143;
            float const v145 = v144 ? v84 : v116;
            // x15 = flush(x6)
            float const v146 = fabs(v125);
            bool const v147 = v146 < v143;
            float const v148 = v147 ? v84 : v125;
            // store param = x13
            uint32_t const v149 = *v100;
            bool const v150 = v149 < v60;
            if(v150) {
                float * const v151 = &param0[v68];
                *v151 = v141;
            }
            else {
                float * const v152 = &param1[v68];
                *v152 = v141;
            }
            // store exp_avg = x14
            uint32_t const v153 = *v75;
            uint32_t const v154 = uint32_t(v153);
            uint32_t const v155 = v154 + v68;
            float * const v156 = &states[v155];
            *v156 = v145;
            // store exp_avg_sq = x15
            uint32_t const v157 = *v94;
            uint32_t const v158 = uint32_t(v157);
            uint32_t const v159 = v158 + v68;
            float * const v160 = &states[v159];
            *v160 = v148;
            uint32_t const v161 = *v62;
            uint32_t const v162 = 256;
            uint32_t const v163 = v161 + v162;
            *v62 = v163;
        }
    }
    return;
}
