/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The timeline of a training step: a small network whose numbers are computed by hand, the tables'
 * networks, refused networks, and a check that better links, ratios and memories never cost time.
 */
#include <math.h>

#include "unit.h"

#include <linepress/vdnn.h>

#define STEPS 5u
#define CLOSE(a, b) assert_true(fabs((a) - (b)) <= 1e-12 * (1 + fabs((double)(b))))

/* Two branches on one X, which is moved once; their outputs are joined again. */
static const struct lp_vdnn_layer small_layers[] = {
    {.name = "conv1", .kind = LP_VDNN_CONV, .channels = 4, .kernel = 3, .pad = 1, .relu = 1},
    {.name = "pool1", .kind = LP_VDNN_POOL, .kernel = 2, .stride = 2},
    {.name = "a", .kind = LP_VDNN_CONV, .channels = 2, .kernel = 1, .relu = 1, .from = {"pool1"}},
    {.name = "b",
     .kind = LP_VDNN_CONV,
     .channels = 2,
     .kernel = 3,
     .pad = 1,
     .groups = 2,
     .relu = 1,
     .from = {"pool1"}},
    {.name = "ab", .kind = LP_VDNN_CONCAT, .from = {"a", "b"}},
    {.name = "fc", .kind = LP_VDNN_FC, .channels = 10},
};
static const struct lp_vdnn_network small = {"small", "Small", 4, 3, 8, 8, small_layers, 6};

/* 0.05 of its peak are 5e4 flop/s, three quarters of its bandwidth 3e4 B/s; 3e4 B/s are spare. */
static const struct lp_vdnn_gpu slow = {"slow", "Slow", 1e6, 4e4, 1e4};

/* 4 images of 4 bytes an element: X, X to move, Y, weights; flops of 4 images. */
static const struct {
    const char *x;
    uint64_t x_bytes, moved, y_bytes, weights;
    double flops;
    int dense;
} by_hand[STEPS] = {
    {"data", 3072, 3072, 4096, 4 * 9 * 3 * 4, 4.0 * 2 * 9 * 3 * 256, 1}, /* 3x8x8 to 4x8x8 */
    {"conv1", 4096, 4096, 1024, 0, 4.0 * 4 * 64, 0},                     /* to 4x4x4 */
    {"pool1", 1024, 1024, 512, 4 * 4 * 2, 4.0 * 2 * 4 * 32, 0},          /* to 2x4x4 */
    {"pool1", 1024, 0, 512, 4 * 9 * 2 * 2, 4.0 * 2 * 9 * 2 * 32, 0},
    {"ab", 1024, 1024, 160, 4 * 64 * 10, 4.0 * 2 * 64 * 10, 0},
};

/* Forward: conv1 and b are bound by flops, the others by bytes; ReLUs move Y twice more. */
static const double forward[STEPS] = {
    55296 / 5e4 + 8192 / 3e4, 5120 / 3e4, (1568 + 1024) / 3e4, 4608 / 5e4 + 1024 / 3e4, 3744 / 3e4,
};

static void make(struct lp_vdnn_task *tasks)
{
    struct lp_vdnn_step steps[6];
    size_t count;
    assert_int_equal(lp_vdnn_steps(&small, steps, 6, &count, NULL), LP_OK);
    assert_int_equal(count, STEPS);
    assert_int_equal(lp_vdnn_model(steps, count, &slow, 0.05, tasks), LP_OK);
}

static void steps_by_hand(void **state)
{
    (void)state;
    struct lp_vdnn_step steps[6];
    struct lp_vdnn_task tasks[STEPS];
    size_t count;
    assert_int_equal(lp_vdnn_steps(&small, steps, 6, &count, NULL), LP_OK);
    make(tasks);
    for (size_t i = 0; i < STEPS; i++) {
        assert_string_equal(steps[i].x, by_hand[i].x);
        assert_int_equal(steps[i].x_bytes, by_hand[i].x_bytes);
        assert_int_equal(steps[i].moved_bytes, by_hand[i].moved);
        assert_int_equal(steps[i].y_bytes, by_hand[i].y_bytes);
        assert_int_equal(steps[i].weight_bytes, by_hand[i].weights);
        assert_true(steps[i].flops == by_hand[i].flops);
        assert_int_equal(steps[i].dense, by_hand[i].dense);
        assert_int_equal(tasks[i].bytes, by_hand[i].moved);
        CLOSE(tasks[i].forward, forward[i]);
        CLOSE(tasks[i].backward, 2 * forward[i]);
        assert_true(tasks[i].ratio == 1);
    }
    assert_int_equal(steps[4].channels, 10);
    assert_int_equal(steps[2].height, 4);
    assert_int_equal(lp_vdnn_steps(&small, steps, 4, &count, NULL), LP_ERR_SPACE);
}

/* 4000 B/s: copies of 0.768, 1.024, 0.256, 0 and 0.256 s. */
static void raw_by_hand(void **state)
{
    (void)state;
    struct lp_vdnn_task tasks[STEPS];
    struct lp_vdnn_slot slots[STEPS];
    struct lp_vdnn_link link = {4e3, 4e3, 2e5, 3e4, LP_VDNN_AHEAD};
    struct lp_vdnn_total t;
    double sum = 0, there = forward[0] + 1.024 + 0.256 + forward[3] + 0.256;
    /* fc with none, b with pool1's output, a with conv1's, pool1 with the image, conv1. */
    double back = 2 * forward[4] + 0.256 + 1.024 + 0.768 + 2 * forward[0];
    make(tasks);
    for (size_t i = 0; i < STEPS; i++)
        sum += forward[i];
    assert_int_equal(lp_vdnn_timeline(tasks, STEPS, &link, slots, &t), LP_OK);
    CLOSE(t.oracle, 3 * sum);
    CLOSE(t.forward, there);
    CLOSE(t.iteration, there + back);
    CLOSE(t.stall, there + back - 3 * sum);
    CLOSE(t.offloaded, 9216);
    CLOSE(t.prefetched, 9216 - 1024);
    CLOSE(t.link, 9216 / 4e3 + 8192 / 4e3);
    CLOSE(slots[1].offload, 1.024);
    CLOSE(slots[1].forward_at, forward[0]);
    CLOSE(slots[1].forward_stall, 1.024 - forward[1]);
    CLOSE(slots[2].prefetch_at, slots[3].backward_at);
    CLOSE(slots[3].backward_stall, 0.256 - 2 * forward[3]);
    CLOSE(slots[4].backward_at, there);
    CLOSE(slots[0].backward_at, there + back - 2 * forward[0]);
    assert_true(slots[4].prefetch == 0 && slots[0].backward_stall == 0);
    link.prefetch = LP_VDNN_SAME;
    back = 0.256 + 2 * forward[3] + 0.256 + 1.024 + 2 * forward[0];
    assert_int_equal(lp_vdnn_timeline(tasks, STEPS, &link, slots, &t), LP_OK);
    CLOSE(t.iteration, there + back);
    CLOSE(t.prefetched, 9216);
}

/* Ratio 2 where X follows a ReLU. An engine, or a memory, of 6000 B/s does not fill a link of
 * 4000. */
static void limits_by_hand(void **state)
{
    (void)state;
    struct lp_vdnn_task tasks[STEPS];
    struct lp_vdnn_slot slots[STEPS];
    struct lp_vdnn_total t;
    const struct lp_vdnn_link links[] = {{4e3, 8e3, 6e3, 3e4, LP_VDNN_AHEAD},
                                         {4e3, 8e3, 3e4, 6e3, LP_VDNN_AHEAD},
                                         {4e3, 8e3, 8e3, 8e3, LP_VDNN_AHEAD}};
    make(tasks);
    for (size_t i = 0; i < STEPS; i++)
        tasks[i].ratio = by_hand[i].dense ? LP_VDNN_DENSE_RATIO : 2;
    for (size_t k = 0; k < 3; k++) {
        double limit = k == 2 ? 8e3 : 6e3;
        assert_int_equal(lp_vdnn_timeline(tasks, STEPS, &links[k], slots, &t), LP_OK);
        CLOSE(slots[0].offload, 0.768 * 33 / 32); /* raw data at 3879 B/s */
        CLOSE(slots[1].offload, 4096 / limit);
        CLOSE(slots[2].offload, 1024 / limit);
        CLOSE(slots[0].prefetch, k == 2 ? 0.396 : 3072 / limit); /* at 7758 B/s */
        CLOSE(slots[1].prefetch, 4096 / limit);
        CLOSE(t.offloaded, 3072 * 33.0 / 32 + (4096 + 1024 + 1024) / 2);
    }
}

static double iteration(const struct lp_vdnn_task *tasks, size_t count,
                        const struct lp_vdnn_link *link)
{
    struct lp_vdnn_total t;
    assert_int_equal(lp_vdnn_timeline(tasks, count, link, NULL, &t), LP_OK);
    assert_true(t.iteration >= t.oracle * (1 - 1e-12));
    CLOSE(t.iteration, t.oracle + t.stall);
    return t.iteration;
}

static double uniform(void)
{
    return (double)(unit_random() % 1000001) / 1e6;
}

/* One thing becomes better: never slower. */
static void monotonic(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 20000; round++) {
        struct lp_vdnn_task tasks[40];
        size_t count = unit_random() % 40 + 1, which = unit_random() % count;
        double better = 1 + 3 * uniform();
        struct lp_vdnn_link link = {1e9 + 3e10 * uniform(), 1e9 + 3e10 * uniform(),
                                    1e9 + 2e11 * uniform(), 1e9 + 3e11 * uniform(),
                                    unit_random() % 2 ? LP_VDNN_AHEAD : LP_VDNN_SAME};
        for (size_t i = 0; i < count; i++)
            tasks[i] = (struct lp_vdnn_task){unit_random() % 4 ? unit_random() % (1u << 30) : 0,
                                             0.9 + 12 * uniform(), 0.1 * uniform(),
                                             0.2 * uniform()};
        double before = iteration(tasks, count, &link);
        switch (unit_random() % 6) {
        case 0: link.out *= better; break;
        case 1: link.in *= better; break;
        case 2: link.comp *= better; break;
        case 3: link.spare *= better; break;
        case 4: tasks[which].ratio *= better; break;
        default: tasks[which].bytes /= 2; break;
        }
        assert_true(iteration(tasks, count, &link) <= before * (1 + 1e-12));
    }
}

/* GiB of X and GFLOP an image, computed elsewhere. */
static void networks(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned batch, steps;
        double gib, gflop;
    } due[] = {{"alexnet", 256, 11, 0.8920, 1.4499},    {"overfeat", 256, 11, 1.0809, 5.6034},
               {"nin", 128, 16, 0.9449, 2.2016},        {"vgg16", 128, 21, 7.2654, 30.9467},
               {"squeezenet", 512, 30, 9.8599, 1.6706}, {"googlenet", 256, 72, 4.5730, 3.1782}};
    for (size_t n = 0; n < 6; n++) {
        struct lp_vdnn_step steps[128];
        size_t count;
        double bytes = 0, flops = 0;
        const struct lp_vdnn_network *net = lp_vdnn_find_network(due[n].name);
        assert_non_null(net);
        assert_ptr_equal(net, lp_vdnn_network_at(n));
        assert_int_equal(net->batch, due[n].batch);
        assert_int_equal(lp_vdnn_steps(net, steps, 128, &count, NULL), LP_OK);
        assert_int_equal(count, due[n].steps);
        for (size_t i = 0; i < count; i++) {
            bytes += (double)steps[i].moved_bytes;
            flops += steps[i].flops;
            assert_int_equal(steps[i].dense, i == 0);
        }
        assert_true(fabs(bytes / (1 << 30) - due[n].gib) <= 0.00005);
        assert_true(fabs(flops / net->batch / 1e9 - due[n].gflop) <= 0.00005);
    }
    assert_null(lp_vdnn_network_at(6));
    assert_null(lp_vdnn_find_network("AlexNet"));
    assert_null(lp_vdnn_find_network(NULL));
    assert_true(lp_vdnn_find_gpu("titanxp")->flops == 12.15e12);
    assert_true(lp_vdnn_gpu_at(0)->bandwidth == 336e9);
    assert_null(lp_vdnn_gpu_at(2));
    assert_null(lp_vdnn_find_gpu(""));
    assert_null(lp_vdnn_find_gpu(NULL));
}

/* CSWAP's check value: the first ReLU of VGG-16 has 1568 MiB, those before the last pool 49. */
static void vgg(void **state)
{
    (void)state;
    struct lp_vdnn_step steps[32];
    size_t count;
    assert_int_equal(lp_vdnn_steps(lp_vdnn_find_network("vgg16"), steps, 32, &count, NULL), LP_OK);
    assert_int_equal(steps[0].y_bytes, 1568u << 20);
    assert_string_equal(steps[17].name, "pool5");
    assert_int_equal(steps[17].x_bytes, 49u << 20);
}

/* Rounding of pools, and dense data: the image through pools and joins, and outputs without a
 * ReLU. */
static void corners(void **state)
{
    (void)state;
    const struct lp_vdnn_layer layers[] = {
        {.name = "up", .kind = LP_VDNN_POOL, .kernel = 2, .stride = 3, .relu = 1}, /* 8 to 3 */
        {.name = "pad", .kind = LP_VDNN_POOL, .kernel = 2, .stride = 2, .pad = 1}, /* 2, not 3 */
        {.name = "relu", .kind = LP_VDNN_CONV, .channels = 4, .kernel = 1, .relu = 1},
        {.name = "join", .kind = LP_VDNN_CONCAT, .from = {"relu", "pad"}},
        {.name = "none", .kind = LP_VDNN_CONV, .channels = 4, .kernel = 1},
        {.name = "down",
         .kind = LP_VDNN_CONV,
         .channels = 4,
         .kernel = 1,
         .stride = 2,
         .from = {"relu"}},
        {.name = "last", .kind = LP_VDNN_FC, .channels = 1, .from = {"none"}},
    };
    const struct lp_vdnn_network net = {"corners", "Corners", 1, 3, 8, 8, layers, 7};
    static const uint32_t heights[] = {3, 2, 2, 2, 1, 1}, channels[] = {3, 3, 4, 4, 4, 1};
    static const int dense[] = {1, 1, 1, 1, 0, 1};
    struct lp_vdnn_step steps[7];
    size_t count;
    assert_int_equal(lp_vdnn_steps(&net, steps, 7, &count, NULL), LP_OK);
    assert_int_equal(count, 6);
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(steps[i].height, heights[i]);
        assert_int_equal(steps[i].width, heights[i]);
        assert_int_equal(steps[i].channels, channels[i]);
        assert_int_equal(steps[i].dense, dense[i]);
        assert_int_equal(steps[i].relu, i == 2);
    }
    assert_int_equal(steps[3].x_bytes, 4 * (4 + 3) * 2 * 2);
}

static void refuse(const struct lp_vdnn_network *net, size_t layer, const char *why)
{
    struct lp_vdnn_step steps[8];
    struct lp_vdnn_fault fault;
    size_t count = 77;
    assert_int_equal(lp_vdnn_steps(net, steps, 8, &count, &fault), LP_ERR_ARG);
    assert_int_equal(fault.layer, layer);
    assert_string_equal(fault.why, why);
    assert_int_equal(count, 77);
    assert_int_equal(lp_vdnn_steps(net, steps, 8, &count, NULL), LP_ERR_ARG);
}

static void bad_layers(void **state)
{
    (void)state;
    static const struct {
        struct lp_vdnn_layer layer;
        const char *why;
    } rows[] = {
        {{.kind = LP_VDNN_FC, .channels = 1}, "a layer has no name"},
        {{.name = "", .kind = LP_VDNN_FC, .channels = 1}, "a layer has no name"},
        {{.name = "first", .kind = LP_VDNN_FC, .channels = 1}, "its name is taken"},
        {{.name = "data", .kind = LP_VDNN_FC, .channels = 1}, "its name is taken"},
        {{.name = "l", .kind = (enum lp_vdnn_kind)4}, "unknown kind of layer"},
        {{.name = "l", .kind = LP_VDNN_FC}, "channels are not 1 to 65536"},
        {{.name = "l", .kind = LP_VDNN_FC, .channels = 65537}, "channels are not 1 to 65536"},
        {{.name = "l", .kind = LP_VDNN_CONV, .channels = 1}, "kernel is not 1 to 65536"},
        {{.name = "l", .kind = LP_VDNN_POOL, .kernel = 65537}, "kernel is not 1 to 65536"},
        {{.name = "l", .kind = LP_VDNN_POOL, .kernel = 2, .stride = 65537},
         "stride is not 1 to 65536"},
        {{.name = "l", .kind = LP_VDNN_POOL, .kernel = 2, .pad = 2}, "pad is not less than kernel"},
        {{.name = "l", .kind = LP_VDNN_POOL, .kernel = 9}, "its kernel is larger than its input"},
        {{.name = "l", .kind = LP_VDNN_CONV, .channels = 3, .kernel = 1, .groups = 3},
         "its groups do not divide the channels"},
        {{.name = "l", .kind = LP_VDNN_CONV, .channels = 3, .kernel = 1, .groups = 2},
         "its groups do not divide the channels"},
        {{.name = "l", .kind = LP_VDNN_FC, .channels = 1, .from = {"later"}},
         "what it takes is no earlier layer"},
        {{.name = "l", .kind = LP_VDNN_FC, .channels = 1, .from = {"l"}},
         "what it takes is no earlier layer"},
        {{.name = "l", .kind = LP_VDNN_FC, .channels = 1, .from = {"data", "first"}},
         "it takes several outputs and is no concat"},
        {{.name = "l", .kind = LP_VDNN_CONCAT}, "it joins nothing"},
        {{.name = "l", .kind = LP_VDNN_CONCAT, .from = {"data", "no"}},
         "what it takes is no earlier layer"},
        {{.name = "l", .kind = LP_VDNN_CONCAT, .from = {"data", "first"}},
         "what it joins differs in height or width"},
    };
    struct lp_vdnn_layer layers[2] = {
        {.name = "first", .kind = LP_VDNN_CONV, .channels = 4, .kernel = 3, .relu = 1}};
    struct lp_vdnn_network net = {"bad", "Bad", 1, 3, 8, 8, layers, 2};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        layers[1] = rows[i].layer;
        refuse(&net, 1, rows[i].why);
    }
}

static void bad_networks(void **state)
{
    (void)state;
    struct lp_vdnn_layer layer = {.name = "l", .kind = LP_VDNN_FC, .channels = 65536};
    struct lp_vdnn_layer concat[] = {{.name = "c", .kind = LP_VDNN_CONCAT, .from = {"data"}}};
    struct lp_vdnn_network net = {"bad", "Bad", 0, 3, 8, 8, &layer, 1};
    refuse(&net, 1, "batch is not 1 to 65536");
    net.batch = 65537;
    refuse(&net, 1, "batch is not 1 to 65536");
    net.batch = 65536;
    net.width = 0;
    refuse(&net, 1, "the image's sizes are not 1 to 65536");
    net.width = net.height = net.channels = 65536;
    refuse(&net, 1, "the image is too large");
    net.channels = 256;
    refuse(&net, 0, "its weights are too many");
    layer.kind = LP_VDNN_CONV, layer.kernel = 1;
    refuse(&net, 0, "its output is too large");
    net.count = 0;
    refuse(&net, 0, "there is no layer");
    net.count = LP_VDNN_LAYERS_MAX + 1;
    refuse(&net, LP_VDNN_LAYERS_MAX + 1, "there are more than 1024 layers");
    net.count = 1;
    net.layers = concat;
    refuse(&net, 1, "no layer computes anything");
}

static void bad_numbers(void **state)
{
    (void)state;
    const double rates[] = {0, -1, NAN, INFINITY}, times[] = {-1, NAN, INFINITY, -INFINITY};
    struct lp_vdnn_total t;
    struct lp_vdnn_step step;
    size_t count;
    const struct lp_vdnn_link good = {1, 1, 1, 1, LP_VDNN_AHEAD};
    const struct lp_vdnn_task task = {1, 1, 1, 1};
    assert_int_equal(lp_vdnn_timeline(&task, 1, &good, NULL, &t), LP_OK);
    for (size_t i = 0; i < 4; i++) {
        struct lp_vdnn_link links[] = {good, good, good, good};
        struct lp_vdnn_task tasks[] = {task, task, task};
        struct lp_vdnn_gpu gpus[] = {slow, slow};
        links[0].out = links[1].in = links[2].comp = links[3].spare = rates[i];
        for (size_t k = 0; k < 4; k++)
            assert_int_equal(lp_vdnn_timeline(&task, 1, &links[k], NULL, &t), LP_ERR_ARG);
        tasks[0].ratio = rates[i], tasks[1].forward = tasks[2].backward = times[i];
        for (size_t k = 0; k < 3; k++)
            assert_int_equal(lp_vdnn_timeline(&tasks[k], 1, &good, NULL, &t), LP_ERR_ARG);
        gpus[0].flops = gpus[1].bandwidth = rates[i];
        for (size_t k = 0; k < 2; k++)
            assert_int_equal(lp_vdnn_model(&step, 1, &gpus[k], 1, tasks), LP_ERR_ARG);
        assert_int_equal(lp_vdnn_model(&step, 1, &slow, rates[i], tasks), LP_ERR_ARG);
    }
    struct lp_vdnn_task huge = {UINT64_MAX, 1e-300, 1e308, 1e308}, out;
    struct lp_vdnn_link other = good;
    other.prefetch = (enum lp_vdnn_prefetch)2;
    assert_int_equal(lp_vdnn_timeline(&huge, 1, &good, NULL, &t), LP_ERR_ARG);
    assert_int_equal(lp_vdnn_timeline(&task, 1, &other, NULL, &t), LP_ERR_ARG);
    assert_int_equal(lp_vdnn_timeline(&task, 0, &good, NULL, &t), LP_ERR_ARG);
    assert_int_equal(lp_vdnn_timeline(NULL, 1, &good, NULL, &t), LP_ERR_ARG);
    assert_int_equal(lp_vdnn_timeline(&task, 1, NULL, NULL, &t), LP_ERR_ARG);
    assert_int_equal(lp_vdnn_timeline(&task, 1, &good, NULL, NULL), LP_ERR_ARG);
    assert_int_equal(lp_vdnn_model(NULL, 1, &slow, 1, &out), LP_ERR_ARG);
    assert_int_equal(lp_vdnn_model(&step, 1, NULL, 1, &out), LP_ERR_ARG);
    assert_int_equal(lp_vdnn_model(&step, 1, &slow, 1, NULL), LP_ERR_ARG);
    assert_int_equal(lp_vdnn_model(&step, 1, &slow, 1.01, &out), LP_ERR_ARG);
    assert_int_equal(lp_vdnn_steps(NULL, &step, 1, &count, NULL), LP_ERR_ARG);
    assert_int_equal(lp_vdnn_steps(&small, NULL, 1, &count, NULL), LP_ERR_ARG);
    assert_int_equal(lp_vdnn_steps(&small, &step, 1, NULL, NULL), LP_ERR_ARG);
    struct lp_vdnn_network empty = small;
    empty.layers = NULL;
    assert_int_equal(lp_vdnn_steps(&empty, &step, 1, &count, NULL), LP_ERR_ARG);
}

/* Any numbers in a network: a step for each layer or a fault, and nothing overflows. */
static void any_network(void **state)
{
    (void)state;
    static const uint32_t some[] = {0, 1, 2, 3, 5, 64, 1000, 65535, 65536, 65537, UINT32_MAX};
    static const char *const names[] = {"l0", "l1", "l2", "l3", "l4", "l5", "l6", "l7"};
#define SOME some[unit_random() % (unit_random() % 8 ? 6 : 11)]
    for (unsigned round = 0; round < 20000; round++) {
        struct lp_vdnn_layer layers[8];
        struct lp_vdnn_step steps[8];
        struct lp_vdnn_network net = {"n", "N", SOME, SOME, SOME, SOME, layers, 8};
        size_t count;
        for (size_t i = 0; i < 8; i++) {
            layers[i] = (struct lp_vdnn_layer){
                names[i], (enum lp_vdnn_kind)(unit_random() % 4), SOME, SOME, SOME, SOME, SOME, 1,
                {NULL}};
            for (size_t k = 0; k < LP_VDNN_FROM_MAX && unit_random() % 3 == 0; k++)
                layers[i].from[k] = names[unit_random() % (i + 1)];
        }
        if (lp_vdnn_steps(&net, steps, 8, &count, NULL) != LP_OK)
            continue;
        for (size_t i = 0; i < count; i++) {
            assert_true(steps[i].x_bytes > 0 && steps[i].y_bytes > 0 && steps[i].flops > 0);
            assert_true(steps[i].x_bytes < UINT64_C(1) << 59);
            assert_true(steps[i].y_bytes < UINT64_C(1) << 59);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_by_hand),  cmocka_unit_test(raw_by_hand),
        cmocka_unit_test(limits_by_hand), cmocka_unit_test(monotonic),
        cmocka_unit_test(networks),       cmocka_unit_test(vgg),
        cmocka_unit_test(corners),        cmocka_unit_test(bad_layers),
        cmocka_unit_test(bad_networks),   cmocka_unit_test(bad_numbers),
        cmocka_unit_test(any_network),
    };
    unit_seed();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
