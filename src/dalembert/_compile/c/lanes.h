/* Several numbers beside one another, on which the same is done: each is rounded as if it stood alone. */
#ifndef DALEMBERT_LANES_H
#define DALEMBERT_LANES_H

#define DALEMBERT_LANES 4
#if defined(__GNUC__)
typedef double dalembert_lanes __attribute__((vector_size(DALEMBERT_LANES * sizeof(double)), aligned(8), may_alias));
typedef double dalembert_two __attribute__((vector_size(2 * sizeof(double)), aligned(8), may_alias));
#else
typedef double dalembert_lanes, dalembert_two; /* one after the other */
#endif

#endif
