/* SPDX-License-Identifier: Apache-2.0 */
/* Scenario files (docs/use/huvm.md). */
#include "../../lib/io/json_read.h"
#include "scenario.h"
#include "trace_file.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MIB 1048576.0
#define TIME_MAX_US 1e9
enum { MEMORY_MAX_MIB = 1 << 22, TURNS_MAX = 100000 };

static void text_of(char *to, const char *text, const char *if_none)
{
    snprintf(to, HUVM_NAME_BYTES + 1, "%s", text != NULL ? text : if_none);
}

/* Element `number` of a list of objects; error messages for it begin with its position. */
static const json_t *item(const json_t *list, size_t number)
{
    return json_array_get(list, number);
}

static bool is_good(const struct lpi_json_at *at)
{
    return at->fault->code == 0;
}

static const json_t *object_of(const struct lpi_json_at *at, const json_t *value)
{
    if (json_is_object(value))
        return value;
    if (is_good(at))
        lpi_fault_set(at->fault, LPI_BAD, "%s: %s is not an object", at->path, at->place);
    return NULL;
}

static uint32_t whole_chunks(const struct lpi_json_at *at, const char *key, double chunks)
{
    if (chunks < 1)
        lpi_json_wrong(at, "'%s' is less than a chunk", key);
    return chunks < 1 ? 1 : (uint32_t)chunks;
}

/* The key's value in MiB, converted into chunks. */
static uint32_t chunks_of(const struct lpi_json_at *at, const json_t *object, const char *key,
                          uint64_t chunk_bytes)
{
    double mib = lpi_json_number(at, object, key, 0, MEMORY_MAX_MIB, NAN);
    return whole_chunks(at, key, floor(mib * MIB / (double)chunk_bytes));
}

static void read_gpus(const struct lpi_json_at *file_at, const json_t *file,
                      struct huvm_scenario *s)
{
    const json_t *list = lpi_json_list(file_at, file, "gpus");
    if (json_array_size(list) < 1 || json_array_size(list) > HUVM_GPUS_MAX)
        lpi_json_wrong(file_at, "'gpus' has not 1 to %d GPUs", HUVM_GPUS_MAX);
    if (!is_good(file_at))
        return;
    s->gpus = (unsigned)json_array_size(list);
    for (unsigned i = 0; i < s->gpus; i++) {
        char place[24];
        struct lpi_json_at at = {file_at->path, place, file_at->fault};
        snprintf(place, sizeof place, "GPU %u", i);
        const json_t *gpu = object_of(&at, item(list, i));
        lpi_json_only(&at, gpu, "memory_mib");
        s->memory[i] = chunks_of(&at, gpu, "memory_mib", s->chunk_bytes);
    }
}

static struct huvm_rate read_rate(const struct lpi_json_at *file_at, const json_t *links,
                                  const char *name, struct huvm_rate rate)
{
    struct lpi_json_at at = {file_at->path, name, file_at->fault};
    const json_t *link = json_object_get(links, name);
    if (link == NULL)
        return rate;
    lpi_json_only(&at, object_of(&at, link), "gbs us");
    rate.bytes = 1e9 * lpi_json_number(&at, link, "gbs", 1e-3, 1e6, rate.bytes / 1e9);
    rate.latency = (uint64_t)(1000 * lpi_json_number(&at, link, "us", 0, 1e6,
                                                     (double)rate.latency / 1000) +
                              0.5);
    return rate;
}

static void read_links(const struct lpi_json_at *file_at, const json_t *file,
                       struct huvm_scenario *s)
{
    struct lpi_json_at at = {file_at->path, "links", file_at->fault};
    const json_t *links = json_object_get(file, "links");
    if (links != NULL)
        lpi_json_only(&at, object_of(&at, links), "pcie nvlink leaves_us");
    s->leaves = links == NULL
                    ? 0
                    : (uint64_t)(1000 * lpi_json_number(&at, links, "leaves_us", 0, 1e6, 0) + 0.5);
    s->pcie = read_rate(file_at, links, "pcie", (struct huvm_rate){HUVM_PCIE_RATE, HUVM_PCIE_NS});
    s->nvlink = read_rate(file_at, links, "nvlink",
                          (struct huvm_rate){HUVM_NVLINK_RATE, HUVM_NVLINK_NS});
}

static void read_app_gpus(const struct lpi_json_at *at, const json_t *object,
                          const struct huvm_scenario *s, bool *taken, struct huvm_app *app)
{
    const json_t *list = lpi_json_list(at, object, "gpus");
    if (json_array_size(list) < 1)
        lpi_json_wrong(at, "'gpus' names no GPU");
    for (size_t i = 0; is_good(at) && i < json_array_size(list); i++) {
        const json_t *value = item(list, i);
        json_int_t gpu = json_integer_value(value);
        if (!json_is_integer(value) || gpu < 0 || gpu >= (json_int_t)s->gpus) {
            lpi_json_wrong(at, "'gpus' has what is no GPU from 0 to %u", s->gpus - 1);
        } else if (taken[gpu]) {
            lpi_json_wrong(at, "GPU %d runs something already", (int)gpu);
        } else {
            taken[gpu] = true;
            app->gpu[app->gpus++] = (unsigned)gpu;
        }
    }
}

/*
 * An object whose key has the value for GPU k of the application: a number for all GPUs, or a list
 * with one element for each.
 */
static json_t *of_gpu(const struct lpi_json_at *at, const json_t *object, const char *key,
                      const struct huvm_app *app, unsigned k)
{
    json_t *value = json_object_get(object, key);
    if (json_is_array(value) && json_array_size(value) != app->gpus)
        lpi_json_wrong(at, "'%s' has not one number for each of %u GPUs", key, app->gpus);
    json_t *own = json_object();
    json_object_set(own, key, json_is_array(value) ? json_array_get(value, k) : value);
    return own;
}

static void read_footprint(const struct lpi_json_at *at, const json_t *object,
                           const struct huvm_scenario *s, struct huvm_app *app)
{
    bool use = json_object_get(object, "use") != NULL;
    if (use == (json_object_get(object, "footprint_mib") != NULL))
        lpi_json_wrong(at, "needs one of 'use' and 'footprint_mib'");
    for (unsigned k = 0; is_good(at) && k < app->gpus; k++) {
        json_t *own = of_gpu(at, object, use ? "use" : "footprint_mib", app, k);
        if (use)
            app->chunks[k] = whole_chunks(
                at, "use",
                lpi_json_number(at, own, "use", 0, 1000, NAN) * s->memory[app->gpu[k]] + 0.5);
        else
            app->chunks[k] = chunks_of(at, own, "footprint_mib", s->chunk_bytes);
        json_decref(own);
    }
}

static enum huvm_pattern read_pattern(const struct lpi_json_at *at, const json_t *object)
{
    static const char *const names[] = {"scan", "sweep", "random"};
    const char *name = lpi_json_name(at, object, "pattern");
    for (int i = 0; i < 3; i++)
        if (name == NULL || strcmp(name, names[i]) == 0)
            return (enum huvm_pattern)i;
    lpi_json_wrong(at, "'pattern' is not scan, sweep or random");
    return HUVM_SCAN;
}

static char *copy_text(const struct lpi_json_at *at, const char *text)
{
    char *copy = lpi_fault_alloc(at->fault, strlen(text) + 1);
    if (copy != NULL)
        strcpy(copy, text);
    return copy;
}

/* A file name in a scenario, relative to the working directory. NULL: none. */
static char *read_path(const struct lpi_json_at *at, const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    const char *text = json_string_value(value);
    if (value == NULL || !is_good(at))
        return NULL;
    if (text != NULL && *text != '\0' && strlen(text) == json_string_length(value) &&
        strlen(text) <= 4000)
        return copy_text(at, text);
    lpi_json_wrong(at, "'%s' is not a file's name", key);
    return NULL;
}

static void read_trace(const struct lpi_json_at *at, const json_t *object, struct huvm_app *app)
{
    char *trace = read_path(at, object, "trace");
    app->pattern = read_pattern(at, object);
    if (trace == NULL)
        return;
    if (json_object_get(object, "pattern") != NULL)
        lpi_json_wrong(at, "only one of 'pattern' and 'trace'");
    app->pattern = HUVM_TRACE;
    uint32_t least = app->chunks[0];
    for (unsigned k = 1; k < app->gpus; k++)
        least = app->chunks[k] < least ? app->chunks[k] : least;
    if (is_good(at))
        huvm_trace_read(trace, least, &app->trace, &app->trace_length, at->fault);
    free(trace);
}

/* A program and its arguments, for the real clock. */
static void read_program(const struct lpi_json_at *at, const json_t *object, struct huvm_app *app)
{
    if (json_object_get(object, "program") == NULL || !is_good(at))
        return;
    const json_t *list = lpi_json_list(at, object, "program");
    size_t count = json_array_size(list);
    if (!is_good(at))
        return;
    app->program = lpi_fault_alloc(at->fault, (count + 1) * sizeof *app->program);
    if (app->program == NULL)
        return;
    memset(app->program, 0, (count + 1) * sizeof *app->program);
    for (size_t i = 0; is_good(at) && i < count; i++) {
        const json_t *word = item(list, i);
        if (!json_is_string(word) || strlen(json_string_value(word)) != json_string_length(word))
            lpi_json_wrong(at, "'program' has what is no word");
        else
            app->program[i] = copy_text(at, json_string_value(word));
    }
    if (is_good(at) && (count == 0 || app->program[0][0] == '\0'))
        lpi_json_wrong(at, "'program' names none");
}

static void read_app(const struct lpi_json_at *at, const json_t *object,
                     const struct huvm_scenario *s, bool *taken, struct huvm_app *app)
{
    lpi_json_only(at, object_of(at, object),
                  "name gpus use footprint_mib pattern trace data passes in_flight burst "
                  "compute_us program explicit");
    const char *name = lpi_json_name(at, object, "name");
    if (name == NULL)
        lpi_json_wrong(at, "'name' is missing");
    text_of(app->name, name, "");
    if (!is_good(at))
        return;
    read_app_gpus(at, object, s, taken, app);
    read_footprint(at, object, s, app);
    read_trace(at, object, app);
    app->data = read_path(at, object, "data");
    read_program(at, object, app);
    app->asks = lpi_json_bool(at, object, "explicit", 0) != 0;
    app->passes = (unsigned)lpi_json_whole(at, object, "passes", 1, 1000, 3);
    app->width = (unsigned)lpi_json_whole(at, object, "in_flight", 1, HUVM_WIDTH_MAX,
                                          HUVM_IN_FLIGHT);
    app->burst = (unsigned)lpi_json_whole(at, object, "burst", 1, HUVM_BATCH_MAX, HUVM_BURST);
    double scale = (double)s->chunk_bytes / HUVM_CHUNK_BYTES;
    app->compute = (uint64_t)(1000 * lpi_json_number(at, object, "compute_us", 0.001, TIME_MAX_US,
                                                     HUVM_COMPUTE_NS / 1000.0 * scale) +
                              0.5);
}

static void read_apps(const struct lpi_json_at *file_at, const json_t *file,
                      struct huvm_scenario *s)
{
    const json_t *list = lpi_json_list(file_at, file, "apps");
    bool taken[HUVM_GPUS_MAX] = {false};
    if (json_array_size(list) < 1 || json_array_size(list) > s->gpus)
        lpi_json_wrong(file_at, "'apps' has not 1 to %u applications", s->gpus);
    for (size_t i = 0; is_good(file_at) && i < json_array_size(list); i++) {
        char place[40];
        struct lpi_json_at at = {file_at->path, place, file_at->fault};
        snprintf(place, sizeof place, "application %zu", i + 1);
        read_app(&at, item(list, i), s, taken, &s->app[s->apps++]);
    }
}

static void read_turn(const struct lpi_json_at *at, const json_t *turn,
                      const struct huvm_scenario *s, struct huvm_turn *t)
{
    lpi_json_only(at, turn, "us gpu takes_mib");
    double us = lpi_json_number(at, turn, "us", 0, 1e12, NAN);
    double mib = lpi_json_number(at, turn, "takes_mib", -MEMORY_MAX_MIB, MEMORY_MAX_MIB, NAN);
    t->at = (uint64_t)(1000 * us + 0.5);
    t->gpu = (unsigned)lpi_json_whole(at, turn, "gpu", 0, s->gpus - 1, LPI_JSON_NEEDED);
    t->granules = (int64_t)(mib * MIB / (double)s->chunk_bytes);
    if (t->granules == 0)
        lpi_json_wrong(at, "'takes_mib' is less than a chunk");
}

static void read_turns(const struct lpi_json_at *file_at, const json_t *file,
                       struct huvm_scenario *s)
{
    if (json_object_get(file, "turns") == NULL)
        return;
    const json_t *list = lpi_json_list(file_at, file, "turns");
    if (json_array_size(list) > TURNS_MAX)
        lpi_json_wrong(file_at, "'turns' has more than %d", TURNS_MAX);
    if (!is_good(file_at))
        return;
    s->turn_count = json_array_size(list);
    s->turns = lpi_fault_alloc(file_at->fault, (s->turn_count + 1) * sizeof *s->turns);
    for (size_t i = 0; is_good(file_at) && i < s->turn_count; i++) {
        char place[32];
        struct lpi_json_at at = {file_at->path, place, file_at->fault};
        snprintf(place, sizeof place, "turn %zu", i + 1);
        read_turn(&at, object_of(&at, item(list, i)), s, &s->turns[i]);
        if (i > 0 && s->turns[i].at < s->turns[i - 1].at)
            lpi_json_wrong(&at, "is before the turn before it");
    }
}

/* Host memory must have room for every chunk, so that lent memory can be returned at any time. */
static void check_tiers(const struct lpi_json_at *at, const json_t *file,
                        const struct huvm_scenario *s)
{
    uint64_t chunks = 0;
    double host = lpi_json_number(at, file, "host_mib", 1, 1e9, 245760);
    for (unsigned i = 0; i < s->apps; i++)
        for (unsigned k = 0; k < s->app[i].gpus; k++)
            chunks += s->app[i].chunks[k];
    if ((double)chunks * (double)s->chunk_bytes > host * MIB)
        lpi_json_wrong(at, "all applications together have %.0f MiB, and the host %.0f",
                       (double)chunks * (double)s->chunk_bytes / MIB, host);
    if (chunks > 1u << 26)
        lpi_json_wrong(at, "there are more than %u chunks", 1u << 26);
}

static void read_all(const struct lpi_json_at *at, const json_t *file, struct huvm_scenario *s)
{
    lpi_json_only(at, file, "name chunk_kib gpus links apps turns host_mib threshold");
    text_of(s->name, lpi_json_name(at, file, "name"), at->path);
    s->chunk_bytes = 1024 * (uint64_t)lpi_json_whole(at, file, "chunk_kib", 4, 1 << 20, 2048);
    if ((s->chunk_bytes & (s->chunk_bytes - 1)) != 0)
        lpi_json_wrong(at, "'chunk_kib' is no power of two");
    s->threshold = (unsigned)lpi_json_whole(at, file, "threshold", 0, 1 << 20, HUVM_THRESHOLD);
    read_gpus(at, file, s);
    read_links(at, file, s);
    if (is_good(at))
        read_apps(at, file, s);
    if (is_good(at))
        read_turns(at, file, s);
    if (is_good(at))
        check_tiers(at, file, s);
}

int huvm_scenario_read(const char *path, struct huvm_scenario *s, struct lpi_fault *fault)
{
    struct lpi_json_at at = {path, "", fault};
    json_t *file = lpi_json_load(path, fault);
    if (file == NULL)
        return fault->code;
    fault->code = 0;
    read_all(&at, file, s);
    json_decref(file);
    return fault->code;
}
