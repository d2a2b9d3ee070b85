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
extern "C" __global__ void __launch_bounds__(256)  adamw_pass_1(float * const __restrict__ param0, float * const __restrict__ param1, float const* const __restrict__ grad0, float const* const __restrict__ grad1, float * const __restrict__ states, float const* const __restrict__ scratch, float const* const __restrict__ registers, uint32_t const* const __restrict__ table, info_st const* const __restrict__ v316) {
    uint32_t const* const dynamic_meta_v318 = reinterpret_cast<uint32_t const*>(v316 + 1);
    const info_st& info_v317 = *v316;uint32_t const v3 = 0;
    uint32_t const v336 = blockIdx.z;
    uint32_t const v337 = uint32_t(v336);
    uint32_t const v338 = gridDim.y;
    uint32_t const v339 = uint32_t(v338);
    uint32_t const v340 = v337 * v339;
    uint32_t const v341 = gridDim.x;
    uint32_t const v342 = uint32_t(v341);
    uint32_t const v343 = v340 * v342;
    uint32_t const v344 = blockIdx.y;
    uint32_t const v345 = uint32_t(v344);
    uint32_t const v348 = v345 * v342;
    uint32_t const v349 = v343 + v348;
    uint32_t const v350 = blockIdx.x;
    uint32_t const v351 = uint32_t(v350);
    uint32_t const v352 = v349 + v351;
    uint32_t const* const v38 = &table[v3];
    uint32_t const v39 = *v38;
    uint32_t const v40 = uint32_t(v39);
    bool const v41 = v352 < v40;
    if(v41) {
        // this cube: the row of its parameter, its number there
        uint32_t const v42 = 2;
        uint32_t const v43 = v42 * v352;
        uint32_t const v44 = 1;
        uint32_t const v45 = v44 + v43;
        uint32_t const* const v49 = &table[v45];
        uint32_t const v50 = *v49;
        uint32_t const v51 = uint32_t(v50);
        uint32_t const v55 = v42 + v43;
        uint32_t const* const v59 = &table[v55];
        uint32_t const v60 = *v59;
        uint32_t const v61 = uint32_t(v60);
        uint32_t const v62 = 4;
        uint32_t const v63 = v51 + v62;
        uint32_t const* const v67 = &table[v63];
        uint32_t const v68 = *v67;
        uint32_t const v69 = uint32_t(v68);
        uint32_t const v70 = 5;
        uint32_t const v71 = v51 + v70;
        uint32_t const* const v75 = &table[v71];
        uint32_t const v76 = *v75;
        uint32_t const v77 = uint32_t(v76);
        uint32_t const v78 = 3;
        uint32_t const v79 = v51 + v78;
        uint32_t const* const v83 = &table[v79];
        uint32_t const v84 = *v83;
        uint32_t const v85 = uint32_t(v84);
        uint32_t const v86 = v85 * v69;
        uint32_t const v87 = v86 * v77;
        uint32_t const v88 = 1024;
        uint32_t const v89 = v61 * v88;
        uint32_t v328_store;
        uint32_t * v328 = &v328_store;*v328 = v89;
        uint32_t const v91 = *v328;
        uint32_t const v92 = min(v91, v87);
        uint32_t const v93 = v87 - v92;
        uint32_t const v95 = min(v93, v88);
        uint32_t v329_store;
        uint32_t * v329 = &v329_store;*v329 = v95;
        uint32_t v330_store;
        uint32_t * v330 = &v330_store;*v330 = v44;
        // each unit: every 256th element of the cube
        uint32_t const v353 = threadIdx.x;
        uint32_t const v368 = 1;
        uint32_t const v101 = uint32_t(v353);
        uint32_t v331_store;
        uint32_t * v331 = &v331_store;*v331 = v101;
        while([&]{
            uint32_t const v103 = *v331;
            uint32_t const v104 = *v329;
            bool const v105 = v103 < v104;
            return v105;
        }()) {
            uint32_t const v107 = *v331;
            uint32_t const v108 = *v330;
            uint32_t const v109 = v107 * v108;
            uint32_t const v110 = *v328;
            uint32_t const v111 = v110 + v109;
            uint32_t const v113 = v51 + v42;
            uint32_t const* const v117 = &table[v113];
            uint32_t const v118 = *v117;
            uint32_t const v119 = uint32_t(v118);
            // load exp_avg
            uint32_t const v120 = 7;
            uint32_t const v121 = v51 + v120;
            uint32_t const* const v125 = &table[v121];
            uint32_t const v126 = *v125;
            uint32_t const v127 = uint32_t(v126);
            uint32_t const v128 = v127 + v111;
            float * const v132 = &states[v128];
            float const v133 = *v132;
            // load grad
            uint32_t const v135 = v51 + v44;
            uint32_t const* const v139 = &table[v135];
            uint32_t const v140 = *v139;
            float const v141 = 0;
            float v333_store;
            float * v333 = &v333_store;*v333 = v141;
            bool const v144 = v140 < v368;
            if(v144) {
                float const* const v148 = &grad0[v111];
                float const v149 = *v148;
                *v333 = v149;
            }
            else {
                float const* const v153 = &grad1[v111];
                float const v154 = *v153;
                *v333 = v154;
            }
            float const v155 = *v333;
            // load exp_avg_sq
            uint32_t const v160 = 8;
            uint32_t const v161 = v51 + v160;
            uint32_t const* const v165 = &table[v161];
            uint32_t const v166 = *v165;
            uint32_t const v167 = uint32_t(v166);
            uint32_t const v168 = v167 + v111;
            float * const v172 = &states[v168];
            float const v173 = *v172;
            // load param
            uint32_t const* const v179 = &table[v51];
            uint32_t const v180 = *v179;
            float v335_store;
            float * v335 = &v335_store;*v335 = v141;
            bool const v184 = v180 < v368;
            if(v184) {
                float * const v188 = &param0[v111];
                float const v189 = *v188;
                *v335 = v189;
            }
            else {
                float * const v193 = &param1[v111];
                float const v194 = *v193;
                *v335 = v194;
            }
            float const v195 = *v335;
            // x0 = r0 * exp_avg
            float const* const v202 = &registers[v119];
            float const v203 = *v202;
            // x1 = r6 * grad
            uint32_t const v205 = 6;
            uint32_t const v206 = v119 + v205;
            float const* const v210 = &registers[v206];
            float const v211 = *v210;
            float const v212 = v211 * v155;
            // x2 = x0 + x1
            float const v373 = fma(v203, v133, v212);
            // x3 = r1 * exp_avg_sq
            uint32_t const v215 = v119 + v44;
            float const* const v219 = &registers[v215];
            float const v220 = *v219;
            // x4 = square(grad)
            float const v222 = v155 * v155;
            // x5 = r7 * x4
            uint32_t const v224 = v119 + v120;
            float const* const v228 = &registers[v224];
            float const v229 = *v228;
            float const v230 = v229 * v222;
            // x6 = x3 + x5
            float const v374 = fma(v220, v173, v230);
            // x7 = sqrt(x6)
            float const v232 = sqrt(v374);
            // x8 = x7 + r3
            uint32_t const v234 = v119 + v78;
            float const* const v238 = &registers[v234];
            float const v239 = *v238;
            float const v240 = v232 + v239;
            // x9 = x2 / x8
            float const v241 = v373 / v240;
            // x10 = r15 * x9
            uint32_t const v242 = 15;
            uint32_t const v243 = v119 + v242;
            float const* const v247 = &registers[v243];
            float const v248 = *v247;
            // x11 = r8 * param
            uint32_t const v251 = v119 + v160;
            float const* const v255 = &registers[v251];
            float const v256 = *v255;
            float const v257 = v256 * v195;
            // x12 = x10 + x11
            float const v375 = fma(v248, v241, v257);
            // x13 = param - x12
            float const v259 = v195 - v375;
            // x14 = flush(x2)
            float const v260 = fabs(v373);
            float const v261 = 1.175494350e-38;
            bool const v262 = v260 < v261;
            float const v264 = v262 ? v141 : v373;
            // x15 = flush(x6)
            float const v265 = fabs(v374);
            bool const v267 = v265 < v261;
            float const v269 = v267 ? v141 : v374;
            // store param = x13
            uint32_t const v276 = *v179;
            bool const v278 = v276 < v368;
            if(v278) {
                float * const v282 = &param0[v111];
                *v282 = v259;
            }
            else {
                float * const v286 = &param1[v111];
                *v286 = v259;
            }
            // store exp_avg = x14
            uint32_t const v293 = *v125;
            uint32_t const v294 = uint32_t(v293);
            uint32_t const v295 = v294 + v111;
            float * const v299 = &states[v295];
            *v299 = v264;
            // store exp_avg_sq = x15
            uint32_t const v306 = *v165;
            uint32_t const v307 = uint32_t(v306);
            uint32_t const v308 = v307 + v111;
            float * const v312 = &states[v308];
            *v312 = v269;
            uint32_t const v313 = *v331;
            uint32_t const v314 = 256;
            uint32_t const v315 = v313 + v314;
            *v331 = v315;
        }
    }
    return;
}
