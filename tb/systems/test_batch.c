/* SPDX-License-Identifier: Apache-2.0 */
/* Networks: shapes and parameters of each kind of layer; memory, fill and time by hand. */
#include "../lib/unit.h"

#include "../../cmodel/systems/batch/batch.h"
#include <math.h>

#define NETS "cmodel/systems/batch/nets/"

static double constants[LPI_BATCH_CONSTANTS];

static void near(double got, double due)
{
    if (!(fabs(got - due) <= 1e-12 * fabs(due)))
        fail_msg("%.17g is not %.17g", got, due);
}

static const char head[] = "{\"linepress_net\": 1, \"name\": \"n\", \"title\": \"N\", \"items\": "
                           "\"images\", \"source\": \"test\", \"input\": [4, 9, 9], \"layers\": [";

/* Reads a network of these layers; returns the code. */
static int read_layers(const char *layers, struct lpi_net *net, struct lpi_fault *fault)
{
    char path[] = "/tmp/linepress-net.XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *file = fdopen(fd, "w");
    fprintf(file, "%s%s]}", head, layers);
    fclose(file);
    *fault = (struct lpi_fault){0};
    int code = lpi_net_read(path, net, fault);
    remove(path);
    return code;
}

static const struct {
    const char *layer;
    double channels, height, width, parameters, activations;
} kinds[] = {
    {"{\"name\": \"a\", \"kind\": \"conv\", \"channels\": 6, \"kernel\": 3}", 6, 7, 7, 222, 294},
    {"{\"name\": \"a\", \"kind\": \"conv\", \"channels\": 6, \"kernel\": 3, \"stride\": 2, \"pad\": "
     "1, \"groups\": 2, \"bias\": false}",
     6, 5, 5, 108, 150},
    {"{\"name\": \"a\", \"kind\": \"fc\", \"channels\": 10}", 10, 1, 1, 3250, 10},
    {"{\"name\": \"a\", \"kind\": \"pool\", \"kernel\": 2, \"stride\": 2}", 4, 4, 4, 0, 64},
    {"{\"name\": \"a\", \"kind\": \"pool\", \"kernel\": 2, \"stride\": 2, \"ceil\": true}", 4, 5, 5,
     0, 100},
    {"{\"name\": \"a\", \"kind\": \"pool\", \"global\": true}", 4, 1, 1, 0, 4},
    {"{\"name\": \"a\", \"kind\": \"norm\"}", 4, 9, 9, 8, 324},
    {"{\"name\": \"a\", \"kind\": \"dropout\"}", 4, 9, 9, 0, 324},
    {"{\"name\": \"a\", \"kind\": \"add\", \"from\": [\"data\", \"data\"]}", 4, 9, 9, 0, 324},
    {"{\"name\": \"a\", \"kind\": \"concat\", \"from\": [\"data\", \"data\"]}", 8, 9, 9, 0, 648},
    {"{\"name\": \"a\", \"kind\": \"embed\", \"rows\": 50, \"channels\": 3}", 3, 9, 9, 150, 243},
    {"{\"name\": \"a\", \"kind\": \"lstm\", \"hidden\": 5, \"projection\": 2}", 2, 9, 9, 150, 2592},
    {"{\"name\": \"a\", \"kind\": \"softmax\", \"rows\": 50, \"samples\": 7}", 7, 9, 9, 250, 567},
};

static void test_kinds(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct lpi_net net;
        struct lpi_fault fault;
        if (read_layers(kinds[i].layer, &net, &fault) != 0)
            fail_msg("%s", fault.why);
        const struct lpi_net_layer *l = &net.layers[0];
        if (l->out.channels != kinds[i].channels || l->out.height != kinds[i].height ||
            l->out.width != kinds[i].width || l->parameters != kinds[i].parameters ||
            l->activations != kinds[i].activations)
            fail_msg("%s: %g x %g x %g, %g, %g", kinds[i].layer, l->out.channels, l->out.height,
                     l->out.width, l->parameters, l->activations);
        near(net.activations, 324 + kinds[i].activations);
        lpi_net_close(&net);
    }
}

/* The counts that torchvision and the papers have. */
static void test_published(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        double parameters;
    } nets[] = {{"alexnet", 61100840},
                {"vgg16", 138357544},
                {"resnet50", 25557032},
                {"squeezenet1_1", 1235496},
                {"inception_v2", 10173112 + 9408 - 2712 - 19776 + 9952 + 1025000},
                {"biglstm", 1776882559}};
    double last = 0;
    for (unsigned i = 0; i < 6; i++) {
        char path[96];
        struct lpi_net net;
        struct lpi_fault fault = {0};
        snprintf(path, sizeof path, NETS "%s.json", nets[i].file);
        if (lpi_net_read(path, &net, &fault) != 0)
            fail_msg("%s", fault.why);
        near(net.parameters, nets[i].parameters);
        struct lpi_batch_memory memory = lpi_batch_memory(&net, constants);
        double turn = memory.fixed / memory.item;
        if (i == 0)
            last = turn;
        else
            assert_true(turn < last);
        lpi_net_close(&net);
    }
    assert_true(round(1776882559 / 1e8) == 18); /* "1.8 B" */
}

static void test_memory(void **state)
{
    (void)state;
    struct lpi_net net = {.device_parameters = 1000, .activations = 250};
    struct lpi_batch_memory m = lpi_batch_memory(&net, constants);
    near(m.fixed, 12000);
    near(m.item, 2000);
    assert_true(lpi_batch_most(&m, 11000) == 0 && lpi_batch_most(&m, 13999) == 0);
    assert_true(lpi_batch_most(&m, 14000) == 1 && lpi_batch_most(&m, 31999) == 9);
}

static void test_time(void **state)
{
    (void)state;
    /* 300 rows by 130 columns: 3 x 2 tiles of 128 in a wave of 80. */
    struct lpi_net_product p = {.rows = 100, .columns = 130, .inner = 1e6, .groups = 1, .times = 1};
    near(lpi_batch_fill(&p, 3, constants), 300 * 130 / (80.0 * 128 * 128));
    /* 27 x 3 tiles are two waves. */
    p.columns = 257;
    near(lpi_batch_fill(&p, 34, constants), 3400 * 257 / (160.0 * 128 * 128));
    struct lpi_net_layer layers[2] = {
        {.kind = LPI_NET_FC, .out = {10, 1, 1}, .parameters = 20, .inputs = 30, .products = {p}},
        {.kind = LPI_NET_NORM, .out = {10, 1, 1}, .parameters = 20, .inputs = 10}};
    struct lpi_net net = {.layers = layers, .count = 2, .device_parameters = 40};
    struct lpi_batch_time t = lpi_batch_time(&net, 34, constants);
    double computed = 160.0 * 128 * 128 * 2 * 1e6 / 14.9e6;
    double streamed = 4 * (34 * 20 + 20) / 652.8e3;
    near(t.layers, 3 * computed + 2 * streamed);
    near(t.launch, 5 * 5.0);
    near(t.update, 40 * 5 * 4 / 652.8e3);
    near(t.us, t.layers + t.launch + t.update);
    /* Without arithmetic the operands bind. */
    layers[0].products[0].inner = 0;
    near(lpi_batch_time(&net, 34, constants).layers,
         3 * 4 * (34 * 40 + 20) / 652.8e3 + 2 * streamed);
}

static void test_wrong(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"", "has not 1 to"},
        {"7", "it is not an object"},
        {"{\"kind\": \"norm\"}", "'name' is missing"},
        {"{\"name\": \"data\", \"kind\": \"norm\"}", "its name is taken"},
        {"{\"name\": \"a\", \"kind\": \"relu\"}", "'kind' is missing or unknown"},
        {"{\"name\": \"a\", \"kind\": \"norm\", \"channels\": 3}", "'channels' is none of"},
        {"{\"name\": \"a\", \"kind\": \"norm\", \"from\": \"b\"}", "no earlier layer"},
        {"{\"name\": \"a\", \"kind\": \"norm\", \"from\": [\"data\", \"data\"]}",
         "takes one layer"},
        {"{\"name\": \"a\", \"kind\": \"norm\", \"from\": [3]}", "no name"},
        {"{\"name\": \"a\", \"kind\": \"conv\", \"channels\": 4, \"kernel\": 10}",
         "is larger than"},
        {"{\"name\": \"a\", \"kind\": \"conv\", \"channels\": 4, \"kernel\": 3, \"groups\": 3}",
         "do not divide"},
        {"{\"name\": \"a\", \"kind\": \"conv\", \"channels\": 4, \"kernel\": 3, \"pad\": 3}",
         "'pad' is not less"},
        {"{\"name\": \"a\", \"kind\": \"conv\", \"channels\": -4, \"kernel\": 3}", "'channels'"},
        {"{\"name\": \"a\", \"kind\": \"add\", \"from\": [\"data\"]}", "fewer than two"},
        {"{\"name\": \"p\", \"kind\": \"pool\", \"global\": true}, {\"name\": \"a\", \"kind\": "
         "\"concat\", \"from\": [\"p\", \"data\"]}",
         "it joins"},
        {"{\"name\": \"p\", \"kind\": \"conv\", \"channels\": 5, \"kernel\": 1}, {\"name\": \"a\", "
         "\"kind\": \"add\", \"from\": [\"p\", \"data\"]}",
         "it adds"},
        {"{\"name\": \"a\", \"kind\": \"softmax\", \"rows\": 5, \"samples\": 7}",
         "more than 'rows'"}};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct lpi_net net;
        struct lpi_fault fault;
        assert_int_equal(read_layers(wrong[i][0], &net, &fault), LPI_BAD);
        if (strstr(fault.why, wrong[i][1]) == NULL)
            fail_msg("'%s' is not in '%s'", wrong[i][1], fault.why);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),  cmocka_unit_test(test_published),
        cmocka_unit_test(test_memory), cmocka_unit_test(test_time),
        cmocka_unit_test(test_wrong),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    for (unsigned i = 0; i < LPI_BATCH_CONSTANTS; i++)
        constants[i] = lpi_batch_constants[i].value;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
