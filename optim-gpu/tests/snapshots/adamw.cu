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
        uint32_t v59_store;
        uint32_t * v59 = &v59_store;*v59 = v25;
        // each unit: every 256th element of the cube
        uint32_t const v60 = threadIdx.x;
        uint32_t const v61 = 1;
        uint32_t const v62 = uint32_t(v60);
        uint32_t v63_store;
        uint32_t * v63 = &v63_store;*v63 = v62;
        while([&]{
            uint32_t const v64 = *v63;
            uint32_t const v65 = *v58;
            bool const v66 = v64 < v65;
            return v66;
        }()) {
            uint32_t const v67 = *v63;
            uint32_t const v68 = *v59;
            uint32_t const v69 = v67 * v68;
            uint32_t const v70 = *v53;
            uint32_t const v71 = v70 + v69;
            uint32_t const v72 = v29 + v23;
            uint32_t const* const v73 = &table[v72];
            uint32_t const v74 = *v73;
            uint32_t const v75 = uint32_t(v74);
            // load exp_avg
            uint32_t const v76 = 7;
            uint32_t const v77 = v29 + v76;
            uint32_t const* const v78 = &table[v77];
            uint32_t const v79 = *v78;
            uint32_t const v80 = uint32_t(v79);
            uint32_t const v81 = v80 + v71;
            float * const v82 = &states[v81];
            float const v83 = *v82;
            // load grad
            uint32_t const v84 = v29 + v25;
            uint32_t const* const v85 = &table[v84];
            uint32_t const v86 = *v85;
            float const v87 = 0;
            float v88_store;
            float * v88 = &v88_store;*v88 = v87;
            bool const v89 = v86 < v61;
            if(v89) {
                float const* const v90 = &grad0[v71];
                float const v91 = *v90;
                *v88 = v91;
            }
            else {
                float const* const v92 = &grad1[v71];
                float const v93 = *v92;
                *v88 = v93;
            }
            float const v94 = *v88;
            // load exp_avg_sq
            uint32_t const v95 = 8;
            uint32_t const v96 = v29 + v95;
            uint32_t const* const v97 = &table[v96];
            uint32_t const v98 = *v97;
            uint32_t const v99 = uint32_t(v98);
            uint32_t const v100 = v99 + v71;
            float * const v101 = &states[v100];
            float const v102 = *v101;
            // load param
            uint32_t const* const v103 = &table[v29];
            uint32_t const v104 = *v103;
            float v105_store;
            float * v105 = &v105_store;*v105 = v87;
            bool const v106 = v104 < v61;
            if(v106) {
                float * const v107 = &param0[v71];
                float const v108 = *v107;
                *v105 = v108;
            }
            else {
                float * const v109 = &param1[v71];
                float const v110 = *v109;
                *v105 = v110;
            }
            float const v111 = *v105;
            // x0 = r0 * exp_avg
            float const* const v112 = &registers[v75];
            float const v113 = *v112;
            // x1 = r6 * grad
            uint32_t const v114 = 6;
            uint32_t const v115 = v75 + v114;
            float const* const v116 = &registers[v115];
            float const v117 = *v116;
            float const v118 = v117 * v94;
            // x2 = x0 + x1
            float const v119 = fma(v113, v83, v118);
            // x3 = r1 * exp_avg_sq
            uint32_t const v120 = v75 + v25;
            float const* const v121 = &registers[v120];
            float const v122 = *v121;
            // x4 = square(grad)
            float const v123 = v94 * v94;
            // x5 = r7 * x4
            uint32_t const v124 = v75 + v76;
            float const* const v125 = &registers[v124];
            float const v126 = *v125;
            float const v127 = v126 * v123;
            // x6 = x3 + x5
            float const v128 = fma(v122, v102, v127);
            // x7 = sqrt(x6)
            float const v129 = sqrt(v128);
            // x8 = x7 + r3
            uint32_t const v130 = v75 + v44;
            float const* const v131 = &registers[v130];
            float const v132 = *v131;
            float const v133 = v129 + v132;
            // x9 = x2 / x8
            float const v134 = v119 / v133;
            // x10 = r15 * x9
            uint32_t const v135 = 15;
            uint32_t const v136 = v75 + v135;
            float const* const v137 = &registers[v136];
            float const v138 = *v137;
            // x11 = r8 * param
            uint32_t const v139 = v75 + v95;
            float const* const v140 = &registers[v139];
            float const v141 = *v140;
            float const v142 = v141 * v111;
            // x12 = x10 + x11
            float const v143 = fma(v138, v134, v142);
            // x13 = param - x12
            float const v144 = v111 - v143;
            // x14 = flush(x2)
            float const v145 = fabs(v119);
            float const v146 = 1.175494350e-38;
            bool const v147 = v145 < v146;
            float const v148 = v147 ? v87 : v119;
            // x15 = flush(x6)
            float const v149 = fabs(v128);
            bool const v150 = v149 < v146;
            float const v151 = v150 ? v87 : v128;
            // store param = x13
            uint32_t const v152 = *v103;
            bool const v153 = v152 < v61;
            if(v153) {
                float * const v154 = &param0[v71];
                *v154 = v144;
            }
            else {
                float * const v155 = &param1[v71];
                *v155 = v144;
            }
            // store exp_avg = x14
            uint32_t const v156 = *v78;
            uint32_t const v157 = uint32_t(v156);
            uint32_t const v158 = v157 + v71;
            float * const v159 = &states[v158];
            *v159 = v148;
            // store exp_avg_sq = x15
            uint32_t const v160 = *v97;
            uint32_t const v161 = uint32_t(v160);
            uint32_t const v162 = v161 + v71;
            float * const v163 = &states[v162];
            *v163 = v151;
            uint32_t const v164 = *v63;
            uint32_t const v165 = 256;
            uint32_t const v166 = v164 + v165;
            *v63 = v166;
        }
    }
    return;
}
