/* Numbers of several lanes at once, in the vectors of the processor (an extension that GCC and Clang share). Every
   operation acts on each lane by itself, so that a lane has the bits that it would have alone. */
#if defined(__AVX512F__)
#include <immintrin.h>
#define LANES_WIDTH 8
#elif defined(__AVX__)
#include <immintrin.h>
#define LANES_WIDTH 4
#else
#define LANES_WIDTH 2
#endif

typedef double lane_real __attribute__((vector_size(8 * LANES_WIDTH)));
typedef long long lane_mask __attribute__((vector_size(8 * LANES_WIDTH)));

static inline lane_mask bits_of_lanes(lane_real x) { return (lane_mask)x; }
static inline lane_real number_of_lanes(lane_mask bits) { return (lane_real)bits; }
static inline lane_mask less_than_lanes(lane_real a, lane_real b) { return (lane_mask)(a < b); }

/* One number in all lanes; x - 0 is x with its sign, even where it is zero. */
static inline lane_real same_lanes(double x) { return x - (lane_real){0.0}; }

static inline int any_lane(lane_mask mask)
{
#if defined(__AVX512F__)
    return _mm512_cmplt_epi64_mask((__m512i)mask, _mm512_setzero_si512()) != 0;
#elif defined(__AVX__)
    return _mm256_movemask_pd((__m256d)mask) != 0;
#else
    return (mask[0] | mask[1]) != 0;
#endif
}

#define EACH_LANE(name, function) \
    static inline lane_real name(lane_real x) \
    { \
        lane_real made; \
        int l; \
        for (l = 0; l < LANES_WIDTH; l++) made[l] = function(x[l]); \
        return made; \
    }
#define EACH_LANE_OF_TWO(name, function) \
    static inline lane_real name(lane_real x, lane_real y) \
    { \
        lane_real made; \
        int l; \
        for (l = 0; l < LANES_WIDTH; l++) made[l] = function(x[l], y[l]); \
        return made; \
    }

static inline lane_real fabs_lanes(lane_real x) { return (lane_real)((lane_mask)x & 0x7fffffffffffffffLL); }
static inline lane_real truth_lanes(lane_mask mask) { return (lane_real)(mask & (lane_mask)same_lanes(1.0)); }
static inline lane_real where_lanes(lane_real a, lane_real b) { return (lane_real)((lane_mask)(a != 0.0) & (lane_mask)b); }
#if defined(__AVX512F__)
static inline lane_real sqrt_lanes(lane_real x) { return (lane_real)_mm512_sqrt_pd((__m512d)x); }
#elif defined(__AVX__)
static inline lane_real sqrt_lanes(lane_real x) { return (lane_real)_mm256_sqrt_pd((__m256d)x); }
#else
EACH_LANE(sqrt_lanes, sqrt)
#endif
