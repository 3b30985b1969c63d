/* SPDX-License-Identifier: Apache-2.0 */
#include "vdnn_files.h"
#include "../shared/fail.h"
#include "../shared/json_read.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TIME_MAX_MS 1e9

static const char *const kinds[] = {[LP_VDNN_CONV] = "conv", [LP_VDNN_POOL] = "pool",
                                    [LP_VDNN_FC] = "fc", [LP_VDNN_CONCAT] = "concat"};
static const char *const kind_keys[] = {
    [LP_VDNN_CONV] = "name kind from channels kernel stride pad groups relu forward_ms backward_ms",
    [LP_VDNN_POOL] = "name kind from kernel stride pad forward_ms backward_ms",
    [LP_VDNN_FC] = "name kind from channels relu forward_ms backward_ms",
    [LP_VDNN_CONCAT] = "name kind from"};

static enum lp_vdnn_kind kind_of(const struct cli_json_at *at, const json_t *object)
{
    const char *text = cli_json_name(at, object, "kind");
    for (int kind = LP_VDNN_CONV; text != NULL && kind <= LP_VDNN_CONCAT; kind++)
        if (strcmp(text, kinds[kind]) == 0)
            return (enum lp_vdnn_kind)kind;
    cli_fail("%s: %s: 'kind' is not conv, pool, fc or concat", at->path, at->place);
}

static void read_from(const struct cli_json_at *at, const json_t *object,
                      struct lp_vdnn_layer *layer)
{
    const json_t *from = json_object_get(object, "from");
    if (!json_is_array(from)) {
        layer->from[0] = cli_json_name(at, object, "from");
        return;
    }
    size_t count = json_array_size(from);
    if (count == 0 || count > LP_VDNN_FROM_MAX)
        cli_fail("%s: %s: 'from' has not 1 to %u names", at->path, at->place, LP_VDNN_FROM_MAX);
    for (size_t i = 0; i < count; i++) {
        layer->from[i] = json_string_value(json_array_get(from, i));
        if (layer->from[i] == NULL)
            cli_fail("%s: %s: 'from' has something that is no name", at->path, at->place);
    }
}

static uint32_t size_of(const struct cli_json_at *at, const json_t *object, const char *key,
                        long least, long if_none)
{
    return (uint32_t)cli_json_whole(at, object, key, least, LP_VDNN_SIZE_MAX, if_none);
}

static void read_layer(const struct cli_json_at *at, const json_t *object,
                       struct lp_vdnn_layer *layer)
{
    if (!json_is_object(object))
        cli_fail("%s: %s is not an object", at->path, at->place);
    *layer = (struct lp_vdnn_layer){.name = cli_json_name(at, object, "name"),
                                    .kind = kind_of(at, object)};
    if (layer->name == NULL)
        cli_fail("%s: %s: 'name' is missing", at->path, at->place);
    cli_json_only(at, object, kind_keys[layer->kind]);
    read_from(at, object, layer);
    int slides = layer->kind == LP_VDNN_CONV || layer->kind == LP_VDNN_POOL;
    int weighs = layer->kind == LP_VDNN_CONV || layer->kind == LP_VDNN_FC;
    if (weighs) {
        layer->channels = size_of(at, object, "channels", 1, CLI_JSON_NEEDED);
        layer->relu = cli_json_bool(at, object, "relu", 1);
    }
    if (slides) {
        layer->kernel = size_of(at, object, "kernel", 1, CLI_JSON_NEEDED);
        layer->stride = size_of(at, object, "stride", 1, 1);
        layer->pad = size_of(at, object, "pad", 0, 0);
    }
    if (layer->kind == LP_VDNN_CONV)
        layer->groups = size_of(at, object, "groups", 1, 1);
}

static void read_image(const struct cli_json_at *at, const json_t *object,
                       struct lp_vdnn_network *net)
{
    uint32_t *sizes[] = {&net->channels, &net->height, &net->width};
    const json_t *image = cli_json_list(at, object, "image");
    int good = json_array_size(image) == 3;
    for (size_t i = 0; good && i < 3; i++) {
        const json_t *value = json_array_get(image, i);
        json_int_t number = json_integer_value(value);
        good = json_is_integer(value) && number >= 1 && number <= LP_VDNN_SIZE_MAX;
        *sizes[i] = (uint32_t)number;
    }
    if (!good)
        cli_fail("%s: 'image' is not [channels, height, width], each from 1 to %u", at->path,
                 LP_VDNN_SIZE_MAX);
}

static void read_network(const char *path, struct vdnn_network *n)
{
    struct cli_json_at at = {path, ""};
    n->file = cli_json_load(path);
    cli_json_only(&at, n->file, "name batch image layers");
    const char *name = cli_json_name(&at, n->file, "name");
    n->net = (struct lp_vdnn_network){.name = name != NULL ? name : path};
    n->net.title = n->net.name;
    n->net.batch = size_of(&at, n->file, "batch", 1, CLI_JSON_NEEDED);
    read_image(&at, n->file, &n->net);
    const json_t *layers = cli_json_list(&at, n->file, "layers");
    n->net.count = json_array_size(layers);
    if (n->net.count == 0 || n->net.count > LP_VDNN_LAYERS_MAX)
        cli_fail("%s: 'layers' has not 1 to %u layers", path, LP_VDNN_LAYERS_MAX);
    n->layers = cli_alloc(n->net.count * sizeof *n->layers);
    n->net.layers = n->layers;
    for (size_t i = 0; i < n->net.count; i++) {
        char place[32];
        snprintf(place, sizeof place, "layer %zu", i + 1);
        read_layer(&(struct cli_json_at){path, place}, json_array_get(layers, i), &n->layers[i]);
    }
}

/* Measured times, which the file has for all passes of all layers, or for some. */
static void read_times(struct vdnn_network *n, const char *path)
{
    size_t step = 0, index;
    json_t *object;
    json_array_foreach(json_object_get(n->file, "layers"), index, object) {
        struct cli_json_at at = {path, n->layers[index].name};
        if (n->layers[index].kind == LP_VDNN_CONCAT)
            continue;
        double forward = cli_json_number(&at, object, "forward_ms", 0, TIME_MAX_MS, -1);
        double backward = cli_json_number(&at, object, "backward_ms", 0, TIME_MAX_MS, -1);
        n->forward[step] = forward < 0 ? -1 : forward / 1000;
        n->backward[step] = backward < 0 ? -1 : backward / 1000;
        step++;
    }
}

static noreturn void refuse(const struct vdnn_network *n, const char *path,
                            const struct lp_vdnn_fault *fault)
{
    if (fault->layer < n->net.count)
        cli_fail("%s: layer %zu, '%s': %s", path, fault->layer + 1, n->layers[fault->layer].name,
                 fault->why);
    cli_fail("%s: %s", path, fault->why);
}

/* A name that is neither one of ours nor a file's says what there is. */
static void check_file(const char *option, const char *name, const char *list)
{
    FILE *file = strcmp(name, "-") == 0 ? NULL : fopen(name, "rb");
    if (file == NULL && strcmp(name, "-") != 0)
        cli_fail("vdnn: --%s takes %s or a JSON file, and there is no file '%s' to read", option,
                 list, name);
    if (file != NULL)
        fclose(file);
}

void vdnn_network_open(const char *name, struct vdnn_network *n)
{
    const struct lp_vdnn_network *ours = lp_vdnn_find_network(name);
    struct lp_vdnn_fault fault;
    *n = (struct vdnn_network){0};
    if (ours != NULL) {
        n->net = *ours;
    } else {
        check_file("network", name, "alexnet, overfeat, nin, vgg16, squeezenet, googlenet");
        read_network(name, n);
    }
    n->steps = cli_alloc(n->net.count * sizeof *n->steps);
    if (lp_vdnn_steps(&n->net, n->steps, n->net.count, &n->count, &fault) != LP_OK)
        refuse(n, name, &fault);
    n->forward = cli_alloc(2 * n->count * sizeof *n->forward);
    n->backward = n->forward + n->count;
    for (size_t i = 0; i < 2 * n->count; i++)
        n->forward[i] = -1;
    if (n->file != NULL)
        read_times(n, name);
}

void vdnn_network_close(struct vdnn_network *n)
{
    free(n->forward);
    free(n->steps);
    free(n->layers);
    json_decref(n->file);
}

void vdnn_gpu_open(const char *name, struct lp_vdnn_gpu *gpu, json_t **file)
{
    struct cli_json_at at = {name, ""};
    const struct lp_vdnn_gpu *ours = lp_vdnn_find_gpu(name);
    *file = NULL;
    if (ours != NULL) {
        *gpu = *ours;
        return;
    }
    check_file("gpu", name, "titanx, titanxp");
    json_t *object = *file = cli_json_load(name);
    cli_json_only(&at, object, "name tflops bandwidth_gbs used_gbs");
    const char *own = cli_json_name(&at, object, "name");
    *gpu = (struct lp_vdnn_gpu){
        .name = own != NULL ? own : name,
        .flops = 1e12 * cli_json_number(&at, object, "tflops", 1e-3, 1e6, NAN),
        .bandwidth = 1e9 * cli_json_number(&at, object, "bandwidth_gbs", 1e-3, 1e6, NAN),
        .used = 1e9 * cli_json_number(&at, object, "used_gbs", 0, 1e6, LP_VDNN_USED / 1e9)};
    gpu->title = gpu->name;
    if (gpu->used >= gpu->bandwidth)
        cli_fail("%s: of 'bandwidth_gbs' %g nothing is left: layers take 'used_gbs' %g", name,
                 gpu->bandwidth / 1e9, gpu->used / 1e9);
}
