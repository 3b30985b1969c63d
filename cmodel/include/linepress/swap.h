/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Swaps the tensors of a training run between device and host memory, compressed if that saves time
 * (CSWAP, Chen et al., CLUSTER 2021). docs/use/swap.md describes how the parts work together.
 *
 *   parts      a tensor cut in parts that threads compress in parallel (section IV-E)
 *   time model seconds of compression by size and sparsity, piecewise linear (section IV-C)
 *   advisor    which tensor to compress, and by which codec (section IV-B, equations 1 to 4)
 *   simulation an iteration under a policy, on the timeline of vdnn.h
 *   executor   moves tensors: a thread per link direction, a pool of threads for codecs
 *
 * Units    Bytes, seconds, bytes per second; sparsity is the fraction of elements that are zero.
 *          Elements have 4 bytes, or 2 where a tensor or a codec says so.
 * Errors   As in linepress.h. Threads and executors are handles; all other functions have no state
 *          and read no clock.
 *
 * Example: a tensor of zeros is moved to host memory and back.
 *
 *     struct lp_swap_config config = {.host_bytes = 1 << 20, .threads = 1};
 *     struct lp_swap *swap;
 *     static unsigned char data[65536], back[sizeof data];
 *     unsigned id;
 *     if (lp_swap_open(&config, &swap) != LP_OK ||
 *         lp_swap_add(swap, data, sizeof data, &id) != LP_OK)
 *         return 1;
 *     struct lp_swap_setting zvc = {LP_SWAP_ZVC, 4, 64};
 *     if (lp_swap_offload(swap, id, &zvc) != LP_OK || lp_swap_wait(swap, id) != LP_OK ||
 *         lp_swap_drop(swap, id) != LP_OK)
 *         return 1;
 *     back[7] = 1;
 *     if (lp_swap_prefetch(swap, id, back) != LP_OK || lp_swap_wait(swap, id) != LP_OK ||
 *         lp_swap_remove(swap, id) != LP_OK || memcmp(data, back, sizeof data) != 0)
 *         return 1;
 *     lp_swap_close(swap);
 */
#ifndef LINEPRESS_SWAP_H
#define LINEPRESS_SWAP_H

#include "vdnn.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- codecs in parts (docs/reference/format.md, section 21) ---- */

enum lp_swap_codec {
    LP_SWAP_RAW, /* no codec */
    LP_SWAP_ZVC,
    LP_SWAP_RLE,
    LP_SWAP_CSR,
    LP_SWAP_LZ4,
    LP_SWAP_BPC,
    LP_SWAP_ZVC16, /* ZVC of 16-bit elements */
    LP_SWAP_EBD16, /* EBD, for bfloat16; any bits come back */
    LP_SWAP_CODECS
};

#define LP_SWAP_GRID_MAX 4096u

struct lp_swap_setting {
    int codec;      /* enum lp_swap_codec */
    unsigned grid;  /* parts of a tensor, 1..LP_SWAP_GRID_MAX; fewer if it is short */
    unsigned block; /* lines that a thread compresses at a time, 64 or 128; no byte depends on it */
};

/* "raw", "zvc", ...; NULL: no such codec. */
const char *lp_swap_codec_name(int codec);

/* *codec = the codec of this name. LP_ERR_CODEC. */
int lp_swap_codec_find(const char *name, int *codec);

/* Bytes of a codec's element: 2 or 4; 0: no such codec, or LP_SWAP_RAW. */
unsigned lp_swap_codec_element(int codec);

/* Threads that compress and expand. */
struct lp_swap_threads;

/* count 0: one per core. LP_ERR_SYSTEM. */
int lp_swap_threads_open(unsigned count, struct lp_swap_threads **threads);
void lp_swap_threads_close(struct lp_swap_threads *threads);

/* *bound = upper bound of the bytes that lp_swap_compress writes for `bytes` bytes. LP_ERR_ARG. */
int lp_swap_bound(const struct lp_swap_setting *setting, size_t bytes, size_t *bound);

/*
 * Writes the stream of a tensor in parts; *dst_bytes = its length. LP_ERR_ARG: also LP_SWAP_RAW;
 * LP_ERR_SPACE: capacity is below lp_swap_bound; LP_ERR_SYSTEM.
 */
int lp_swap_compress(struct lp_swap_threads *threads, const struct lp_swap_setting *setting,
                     const void *src, size_t bytes, void *dst, size_t capacity, size_t *dst_bytes);

/*
 * The inverse. LP_ERR_SHORT, LP_ERR_LONG, LP_ERR_CORRUPT: not a stream of this codec for a tensor
 * of `bytes` bytes; no byte outside dst is written.
 */
int lp_swap_expand(struct lp_swap_threads *threads, int codec, const void *src, size_t src_bytes,
                   void *dst, size_t bytes);

/* Whole 32-bit words that are zero. */
uint64_t lp_swap_zeros(const void *data, size_t bytes);

/* Whole elements of `element` bytes, 2 or 4, that are zero; 0 for another width. */
uint64_t lp_swap_element_zeros(const void *data, size_t bytes, unsigned element);

/* 32-bit words, each zero with probability `sparsity`; the same ones for the same seed. */
void lp_swap_generate(uint64_t seed, double sparsity, void *data, size_t bytes);

/*
 * The same in elements of `element` bytes: 4, as lp_swap_generate, or 2, bfloat16 values around 0
 * whose exponents are spread as those of activations. LP_ERR_ARG.
 */
int lp_swap_generate_elements(uint64_t seed, double sparsity, unsigned element, void *data,
                              size_t bytes);

/* ---- time model ---- */

#define LP_SWAP_MODELS_MAX 16u
#define LP_SWAP_LOW 0.2 /* range of the sub-models */
#define LP_SWAP_HIGH 0.8

/* A measured compression and expansion. */
struct lp_swap_sample {
    double bytes, sparsity, compress, expand;
};

/* seconds = fixed + bytes * per_byte + sparsity * per_sparsity, never below 0 */
struct lp_swap_line {
    double fixed, per_byte, per_sparsity;
};

/*
 * `count` sub-models of equal ranges of sparsity from LP_SWAP_LOW to LP_SWAP_HIGH; values outside
 * use the sub-model at that end.
 */
struct lp_swap_model {
    struct lp_swap_setting setting;
    unsigned count;
    struct lp_swap_line compress[LP_SWAP_MODELS_MAX], expand[LP_SWAP_MODELS_MAX];
};

/*
 * Least squares on samples in that range. LP_ERR_ARG; LP_ERR_EMPTY: a sub-model is not determined
 * by its samples.
 */
int lp_swap_fit(const struct lp_swap_sample *samples, size_t samples_count,
                const struct lp_swap_setting *setting, unsigned count, struct lp_swap_model *model);

/*
 * *count = the one of 1, 2, 4, 8, 16 sub-models with the least mean absolute error of both times in
 * five-fold cross-validation (sample i is in fold i mod 5). LP_ERR_EMPTY: too few samples.
 */
int lp_swap_choose(const struct lp_swap_sample *samples, size_t samples_count, unsigned *count);

void lp_swap_predict(const struct lp_swap_model *model, double bytes, double sparsity,
                     double *compress, double *expand);

/*
 * Relative absolute error, sum |predicted - measured| / sum |mean - measured|, of each time. NAN if
 * all measured ones are equal.
 */
void lp_swap_error(const struct lp_swap_model *model, const struct lp_swap_sample *samples,
                   size_t samples_count, double *compress, double *expand);

/* ---- advisor and simulation ---- */

enum lp_swap_kind { LP_SWAP_RELU, LP_SWAP_POOL, LP_SWAP_CONV, LP_SWAP_OTHER, LP_SWAP_KINDS };

/* A tensor in one epoch, in the order of the forward pass. */
struct lp_swap_tensor {
    int kind; /* enum lp_swap_kind of its producer; only RELU and POOL are compressed */
    uint64_t bytes;
    uint64_t zeros; /* elements */
    /* Seconds of computation: forward, from here to the next tensor, hiding the way out;
       backward, from its use to that of the tensor before it, which hides the way back of that
       one. */
    double forward, backward;
    double ratio[LP_SWAP_CODECS]; /* measured, bytes over compressed bytes; 0: unknown */
    unsigned element;             /* bytes of an element: 2; 4 or 0: 4 */
};

struct lp_swap_rates {
    double out, in; /* bytes per second: device to host, host to device */
};

enum lp_swap_form {
    LP_SWAP_PAPER, /* compressed size = bytes * (1 - sparsity), for every codec of the element */
    LP_SWAP_EXACT  /* bytes / ratio; for ZVC bytes * (1 - sparsity + 1/32), for ZVC16 1/16 */
};

struct lp_swap_choice {
    double plain;            /* T', seconds that the iteration waits if it is moved raw */
    double pressed;          /* T of the best codec; INFINITY: none can be used */
    double compress, expand; /* seconds of that codec */
    double size;             /* bytes on the link with that codec */
    int codec;               /* that codec; LP_SWAP_RAW: none can be used */
    int model;               /* number of its model, or -1 */
    int pays;                /* plain > pressed */
};

/*
 * choices[i] = equations 1 to 4 for tensors[i]. The last tensor is not moved back, as in
 * lp_vdnn_timeline. A model whose codec has no ratio for a tensor is not used for it (exact form).
 * ZVC is used for elements of 4 bytes, ZVC16 and EBD16 for those of 2, the others for both, but
 * in the paper's form for those of 4 alone.
 * LP_ERR_ARG: no tensor, a rate that is not above 0, a time that is negative or not finite, more
 * zeros than elements, an element of another width, a model whose setting or count is outside its
 * range.
 */
int lp_swap_plan(const struct lp_swap_tensor *tensors, size_t count,
                 const struct lp_swap_rates *rates, const struct lp_swap_model *models,
                 size_t models_count, enum lp_swap_form form, struct lp_swap_choice *choices);

enum lp_swap_policy {
    LP_SWAP_NONE,   /* all stay */
    LP_SWAP_VDNN,   /* all leave raw */
    LP_SWAP_VDNNPP, /* the same, and the host compresses tensors over 60 % sparse by ZVC or ZVC16 */
    LP_SWAP_SC,     /* outputs of ReLUs and pools leave by ZVC or ZVC16, the others raw */
    LP_SWAP_CSWAP,  /* by the choices of lp_swap_plan */
    LP_SWAP_ORAC,   /* the same with codecs that take no time */
    LP_SWAP_POLICIES
};

#define LP_SWAP_HOST_SPARSITY 0.6

struct lp_swap_total {
    double iteration, compute; /* seconds; iteration = compute + swap */
    double swap;               /* seconds that swapping adds: stalls and codecs */
    double hidden;             /* seconds of the link overlapped by computation */
    double codec;              /* seconds of compression and expansion on the device */
    double link_bytes;         /* both ways */
    uint64_t device_peak;      /* bytes of tensors that are in device memory at once, the most */
};

/*
 * Simulates an iteration. choices[i] = the decision for tensors[i], pays = 1 if it is compressed on
 * the device; choices must not be NULL. LP_SWAP_VDNNPP and LP_SWAP_SC use the models of ZVC and
 * ZVC16 (for the first, those of the host), LP_ERR_CODEC if one is missing for a tensor's
 * elements; otherwise errors of lp_swap_plan.
 */
int lp_swap_simulate(const struct lp_swap_tensor *tensors, size_t count,
                     const struct lp_swap_rates *rates, const struct lp_swap_model *models,
                     size_t models_count, enum lp_swap_form form, enum lp_swap_policy policy,
                     struct lp_swap_choice *choices, struct lp_swap_total *total);

/* ---- executor ---- */

struct lp_swap;

struct lp_swap_config {
    uint64_t device_bytes; /* limit of tensors in device memory at a time; 0: no limit */
    int arena;             /* 1: device memory is the executor's own, device_bytes of it */
    const char *host_path; /* the host's pool: a new file, removed by close; NULL: in RAM */
    uint64_t host_bytes;   /* of the host pool, at most */
    double out, in;        /* limit of a link direction in bytes per second; 0: none */
    unsigned threads;      /* for codecs; 0: one per core */
};

/* A tensor's state. Raw tensors skip COMPRESSING and EXPANDING. */
enum lp_swap_state {
    LP_SWAP_FREE, /* no tensor has this id */
    LP_SWAP_RESIDENT,
    LP_SWAP_COMPRESSING,
    LP_SWAP_LEAVING,
    LP_SWAP_AWAY,
    LP_SWAP_COMING,
    LP_SWAP_EXPANDING
};

/* LP_ERR_ARG; LP_ERR_SYSTEM: errno has the reason, such as EEXIST for an existing host_path. */
int lp_swap_open(const struct lp_swap_config *config, struct lp_swap **swap);

/* Ends all transfers and frees everything. */
void lp_swap_close(struct lp_swap *swap);

/*
 * Adds a resident tensor in device memory; *id identifies it until lp_swap_remove. Without an arena
 * `data` belongs to the caller, who must not change it while it leaves, or must check it by
 * lp_swap_compare afterwards. With an arena, data is NULL: lp_swap_data returns its address in the
 * arena, and the call waits until leaving tensors have made room. LP_ERR_ARG; LP_ERR_DEVICE_FULL:
 * device_bytes would be exceeded; LP_ERR_SYSTEM.
 */
int lp_swap_add(struct lp_swap *swap, void *data, size_t bytes, unsigned *id);

/*
 * A GPU: the table lpi_cuda_device of liblinepress_cuda.so. With it a tensor may be in the GPU's
 * memory, at a multiple of 4: it is compressed and expanded there, by any codec except BPC; the
 * bytes on the link are the same. The caller must wait for CUDA work that writes or reads such a
 * tensor before lp_swap_offload, and for CUDA work that uses the destination before
 * lp_swap_prefetch.
 */
struct lp_swap_device;

/*
 * Call once, before adding its tensors, without an arena. LP_ERR_ARG; LP_ERR_SYSTEM: see
 * lp_swap_trouble.
 */
int lp_swap_set_device(struct lp_swap *swap, const struct lp_swap_device *device);

/* Like lp_swap_add without an arena; `data` is in GPU memory, also for lp_swap_prefetch. */
int lp_swap_add_device(struct lp_swap *swap, void *data, size_t bytes, unsigned *id);

/* Address of the tensor in device memory; NULL: none. */
void *lp_swap_data(struct lp_swap *swap, unsigned id);

/*
 * Starts moving a resident tensor to the host, and returns. If the stream is not shorter than the
 * tensor, it is moved raw. With an arena the memory is free once the tensor is away; otherwise see
 * lp_swap_drop. LP_ERR_ARG.
 */
int lp_swap_offload(struct lp_swap *swap, unsigned id, const struct lp_swap_setting *setting);

/*
 * The same with the codec on the host, as in vDNN++: the tensor crosses the link raw, and the host
 * compresses it after the link and expands it before the way back. Not with LP_SWAP_RAW.
 */
int lp_swap_offload_behind(struct lp_swap *swap, unsigned id,
                           const struct lp_swap_setting *setting);

/* Without an arena: the caller has freed the memory of a tensor that is away. LP_ERR_ARG. */
int lp_swap_drop(struct lp_swap *swap, unsigned id);

/*
 * Checks whether `data`, of the tensor's size in host memory, has the CRCs of the tensor that is
 * away. Use it before lp_swap_drop if the memory may have been written while the tensor left. No
 * other call for this tensor may run meanwhile. LP_ERR_CORRUPT: they differ; LP_ERR_ARG: it is not
 * away, or is a GPU tensor.
 */
int lp_swap_compare(struct lp_swap *swap, unsigned id, const void *data);

/*
 * Starts moving back a tensor that is away and dropped, and returns. Without an arena it is written
 * to `data`; with one, data is NULL. LP_ERR_ARG, LP_ERR_DEVICE_FULL.
 */
int lp_swap_prefetch(struct lp_swap *swap, unsigned id, void *data);

/*
 * Waits until the tensor is resident or away. Errors of a transfer are reported here, for this
 * tensor and all later ones: LP_ERR_HOST_FULL: the host pool is full; LP_ERR_SYSTEM: its file
 * cannot be written or read; LP_ERR_CORRUPT: the data read back differ from those that left. The
 * tensor's bytes in device memory must then not be used; lp_swap_trouble has details.
 * LP_ERR_ADDRESS: the memory was unmapped while the tensor left; it is resident, and the other
 * transfers continue.
 */
int lp_swap_wait(struct lp_swap *swap, unsigned id);

/* enum lp_swap_state */
int lp_swap_where(struct lp_swap *swap, unsigned id);

/* Removes a tensor in any state; cancels its transfer, after at most one piece of a copy. */
int lp_swap_remove(struct lp_swap *swap, unsigned id);

/* The first error, one line without a full stop; "" if there was none. */
const char *lp_swap_trouble(struct lp_swap *swap);

/* Facts about one tensor, with the seconds of its last transfers. */
struct lp_swap_facts {
    uint64_t bytes, stored; /* stored: on the link, one way */
    int codec;              /* used when it left; LP_SWAP_RAW also if its stream was too long */
    double compress, leave, come, expand; /* leave, come: including a codec on the host */
};
int lp_swap_facts(struct lp_swap *swap, unsigned id, struct lp_swap_facts *facts);

struct lp_swap_stats {
    uint64_t device, device_peak; /* bytes of tensors that hold device memory */
    uint64_t staging_peak;        /* peak bytes of streams being written or read */
    uint64_t host, host_peak;     /* bytes of the host pool in use */
    uint64_t moved_out, moved_in; /* bytes of tensors */
    uint64_t link_out, link_in;   /* bytes on the links */
    double busy_out, busy_in;     /* seconds of the links */
    double compress, expand;      /* seconds from the first part's begin to the last one's end */
    double waited;                /* seconds in lp_swap_wait and waiting for room */
    uint64_t tensors;             /* that left */
};
void lp_swap_stats(struct lp_swap *swap, struct lp_swap_stats *stats);

#ifdef __cplusplus
}
#endif

#endif
