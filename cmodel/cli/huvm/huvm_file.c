/* SPDX-License-Identifier: Apache-2.0 */
/* Scenario files (docs/use/huvm.md). */
#include "../shared/fail.h"
#include "huvm_scenario.h"
#include "huvm_trace.h"
#include "../shared/json_read.h"
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

/* A list of objects; the place of the one with this number begins what is said of it. */
static const json_t *item(const json_t *list, size_t number)
{
    return json_array_get(list, number);
}

static const json_t *object_of(const struct cli_json_at *at, const json_t *value)
{
    if (!json_is_object(value))
        cli_fail("%s: %s is not an object", at->path, at->place);
    return value;
}

static uint32_t whole_chunks(const struct cli_json_at *at, const char *key, double chunks)
{
    if (chunks < 1)
        cli_fail("%s: %s: '%s' is less than a chunk", at->path, at->place, key);
    return (uint32_t)chunks;
}

/* Bytes that the key has in MiB, in chunks. */
static uint32_t chunks_of(const struct cli_json_at *at, const json_t *object, const char *key,
                          uint64_t chunk_bytes)
{
    double mib = cli_json_number(at, object, key, 0, MEMORY_MAX_MIB, NAN);
    return whole_chunks(at, key, floor(mib * MIB / (double)chunk_bytes));
}

static void read_gpus(const char *path, const json_t *file, struct huvm_scenario *s)
{
    struct cli_json_at whole = {path, ""};
    const json_t *list = cli_json_list(&whole, file, "gpus");
    if (json_array_size(list) < 1 || json_array_size(list) > HUVM_GPUS_MAX)
        cli_fail("%s: 'gpus' has not 1 to %d GPUs", path, HUVM_GPUS_MAX);
    s->gpus = (unsigned)json_array_size(list);
    for (unsigned i = 0; i < s->gpus; i++) {
        char place[24];
        struct cli_json_at at = {path, place};
        snprintf(place, sizeof place, "GPU %u", i);
        const json_t *gpu = object_of(&at, item(list, i));
        cli_json_only(&at, gpu, "memory_mib");
        s->memory[i] = chunks_of(&at, gpu, "memory_mib", s->chunk_bytes);
    }
}

static struct huvm_rate read_rate(const char *path, const json_t *links, const char *name,
                                  struct huvm_rate rate)
{
    struct cli_json_at at = {path, name};
    const json_t *link = json_object_get(links, name);
    if (link == NULL)
        return rate;
    cli_json_only(&at, object_of(&at, link), "gbs us");
    rate.bytes = 1e9 * cli_json_number(&at, link, "gbs", 1e-3, 1e6, rate.bytes / 1e9);
    rate.latency = (uint64_t)(1000 * cli_json_number(&at, link, "us", 0, 1e6,
                                                     (double)rate.latency / 1000) + 0.5);
    return rate;
}

static void read_links(const char *path, const json_t *file, struct huvm_scenario *s)
{
    struct cli_json_at at = {path, "links"};
    const json_t *links = json_object_get(file, "links");
    if (links != NULL)
        cli_json_only(&at, object_of(&at, links), "pcie nvlink leaves_us");
    s->leaves = links == NULL ? 0 : (uint64_t)(1000 * cli_json_number(&at, links, "leaves_us", 0,
                                                                      1e6, 0) + 0.5);
    s->pcie = read_rate(path, links, "pcie", (struct huvm_rate){HUVM_PCIE_RATE, HUVM_PCIE_NS});
    s->nvlink = read_rate(path, links, "nvlink",
                          (struct huvm_rate){HUVM_NVLINK_RATE, HUVM_NVLINK_NS});
}

static void read_app_gpus(const struct cli_json_at *at, const json_t *object,
                          const struct huvm_scenario *s, bool *taken, struct huvm_app *app)
{
    const json_t *list = cli_json_list(at, object, "gpus");
    if (json_array_size(list) < 1)
        cli_fail("%s: %s: 'gpus' names no GPU", at->path, at->place);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *value = item(list, i);
        json_int_t gpu = json_integer_value(value);
        if (!json_is_integer(value) || gpu < 0 || gpu >= (json_int_t)s->gpus)
            cli_fail("%s: %s: 'gpus' has what is no GPU from 0 to %u", at->path, at->place,
                     s->gpus - 1);
        if (taken[gpu])
            cli_fail("%s: %s: GPU %d runs something already", at->path, at->place, (int)gpu);
        taken[gpu] = true;
        app->gpu[app->gpus++] = (unsigned)gpu;
    }
}

/* An object whose key has what this one's has for GPU k of the application: a number for all of
   them, or a list with one for each. */
static json_t *of_gpu(const struct cli_json_at *at, const json_t *object, const char *key,
                      const struct huvm_app *app, unsigned k)
{
    json_t *value = json_object_get(object, key);
    if (json_is_array(value) && json_array_size(value) != app->gpus)
        cli_fail("%s: %s: '%s' has not one number for each of %u GPUs", at->path, at->place, key,
                 app->gpus);
    json_t *own = json_object();
    json_object_set(own, key, json_is_array(value) ? json_array_get(value, k) : value);
    return own;
}

static void read_footprint(const struct cli_json_at *at, const json_t *object,
                           const struct huvm_scenario *s, struct huvm_app *app)
{
    bool use = json_object_get(object, "use") != NULL;
    if (use == (json_object_get(object, "footprint_mib") != NULL))
        cli_fail("%s: %s: needs one of 'use' and 'footprint_mib'", at->path, at->place);
    for (unsigned k = 0; k < app->gpus; k++) {
        json_t *own = of_gpu(at, object, use ? "use" : "footprint_mib", app, k);
        if (use)
            app->chunks[k] = whole_chunks(at, "use", cli_json_number(at, own, "use", 0, 1000, NAN) *
                                                         s->memory[app->gpu[k]] + 0.5);
        else
            app->chunks[k] = chunks_of(at, own, "footprint_mib", s->chunk_bytes);
        json_decref(own);
    }
}

static enum huvm_pattern read_pattern(const struct cli_json_at *at, const json_t *object)
{
    static const char *const names[] = {"scan", "sweep", "random"};
    const char *name = cli_json_name(at, object, "pattern");
    for (int i = 0; i < 3; i++)
        if (name == NULL || strcmp(name, names[i]) == 0)
            return (enum huvm_pattern)i;
    cli_fail("%s: %s: 'pattern' is not scan, sweep or random", at->path, at->place);
}

/* A file's name in a scenario is as from where the program runs. */
static char *read_path(const struct cli_json_at *at, const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    const char *text = json_string_value(value);
    if (value == NULL)
        return NULL;
    if (text == NULL || *text == '\0' || strlen(text) != json_string_length(value) ||
        strlen(text) > 4000)
        cli_fail("%s: %s: '%s' is not a file's name", at->path, at->place, key);
    char *copy = cli_alloc(strlen(text) + 1);
    strcpy(copy, text);
    return copy;
}

static void read_trace(const struct cli_json_at *at, const json_t *object, struct huvm_app *app)
{
    char *trace = read_path(at, object, "trace");
    app->pattern = read_pattern(at, object);
    if (trace == NULL)
        return;
    if (json_object_get(object, "pattern") != NULL)
        cli_fail("%s: %s: only one of 'pattern' and 'trace'", at->path, at->place);
    app->pattern = HUVM_TRACE;
    uint32_t least = app->chunks[0];
    for (unsigned k = 1; k < app->gpus; k++)
        least = app->chunks[k] < least ? app->chunks[k] : least;
    huvm_trace_read(trace, least, &app->trace, &app->trace_length);
    free(trace);
}

/* A program and its arguments, for the real clock. */
static void read_program(const struct cli_json_at *at, const json_t *object, struct huvm_app *app)
{
    if (json_object_get(object, "program") == NULL)
        return;
    const json_t *list = cli_json_list(at, object, "program");
    size_t count = json_array_size(list);
    app->program = cli_alloc((count + 1) * sizeof *app->program);
    for (size_t i = 0; i < count; i++) {
        const json_t *word = item(list, i);
        if (!json_is_string(word) || strlen(json_string_value(word)) != json_string_length(word))
            cli_fail("%s: %s: 'program' has what is no word", at->path, at->place);
        app->program[i] = cli_alloc(json_string_length(word) + 1);
        strcpy(app->program[i], json_string_value(word));
    }
    app->program[count] = NULL;
    if (count == 0 || app->program[0][0] == '\0')
        cli_fail("%s: %s: 'program' names none", at->path, at->place);
}

static void read_app(const struct cli_json_at *at, const json_t *object,
                     const struct huvm_scenario *s, bool *taken, struct huvm_app *app)
{
    cli_json_only(at, object_of(at, object),
                  "name gpus use footprint_mib pattern trace data passes in_flight compute_us "
                  "program explicit");
    const char *name = cli_json_name(at, object, "name");
    if (name == NULL)
        cli_fail("%s: %s: 'name' is missing", at->path, at->place);
    text_of(app->name, name, "");
    read_app_gpus(at, object, s, taken, app);
    read_footprint(at, object, s, app);
    read_trace(at, object, app);
    app->data = read_path(at, object, "data");
    read_program(at, object, app);
    app->asks = cli_json_bool(at, object, "explicit", 0) != 0;
    app->passes = (unsigned)cli_json_whole(at, object, "passes", 1, 1000, 3);
    app->width = (unsigned)cli_json_whole(at, object, "in_flight", 1, HUVM_WIDTH_MAX, 8);
    double scale = (double)s->chunk_bytes / HUVM_CHUNK_BYTES;
    app->compute = (uint64_t)(1000 * cli_json_number(at, object, "compute_us", 0.001, TIME_MAX_US,
                                                     HUVM_COMPUTE_NS / 1000.0 * scale) + 0.5);
}

static void read_apps(const char *path, const json_t *file, struct huvm_scenario *s)
{
    struct cli_json_at whole = {path, ""};
    const json_t *list = cli_json_list(&whole, file, "apps");
    bool taken[HUVM_GPUS_MAX] = {false};
    if (json_array_size(list) < 1 || json_array_size(list) > s->gpus)
        cli_fail("%s: 'apps' has not 1 to %u applications", path, s->gpus);
    for (size_t i = 0; i < json_array_size(list); i++) {
        char place[40];
        snprintf(place, sizeof place, "application %zu", i + 1);
        read_app(&(struct cli_json_at){path, place}, item(list, i), s, taken, &s->app[s->apps]);
        s->apps++;
    }
}

static void read_turns(const char *path, const json_t *file, struct huvm_scenario *s)
{
    struct cli_json_at whole = {path, ""};
    if (json_object_get(file, "turns") == NULL)
        return;
    const json_t *list = cli_json_list(&whole, file, "turns");
    if (json_array_size(list) > TURNS_MAX)
        cli_fail("%s: 'turns' has more than %d", path, TURNS_MAX);
    s->turn_count = json_array_size(list);
    s->turns = cli_alloc((s->turn_count + 1) * sizeof *s->turns);
    for (size_t i = 0; i < s->turn_count; i++) {
        char place[32];
        struct cli_json_at at = {path, place};
        snprintf(place, sizeof place, "turn %zu", i + 1);
        const json_t *turn = object_of(&at, item(list, i));
        cli_json_only(&at, turn, "us gpu takes_mib");
        double us = cli_json_number(&at, turn, "us", 0, 1e12, NAN);
        double mib = cli_json_number(&at, turn, "takes_mib", -MEMORY_MAX_MIB, MEMORY_MAX_MIB, NAN);
        s->turns[i].at = (uint64_t)(1000 * us + 0.5);
        s->turns[i].gpu = (unsigned)cli_json_whole(&at, turn, "gpu", 0, s->gpus - 1,
                                                   CLI_JSON_NEEDED);
        s->turns[i].granules = (int64_t)(mib * MIB / (double)s->chunk_bytes);
        if (s->turns[i].granules == 0)
            cli_fail("%s: %s: 'takes_mib' is less than a chunk", path, place);
        if (i > 0 && s->turns[i].at < s->turns[i - 1].at)
            cli_fail("%s: %s: is before the turn before it", path, place);
    }
}

/* Each chunk has its place at the host, so that memory lent can come back at any time. */
static void check_tiers(const char *path, const json_t *file, const struct huvm_scenario *s)
{
    struct cli_json_at at = {path, ""};
    uint64_t chunks = 0;
    double host = cli_json_number(&at, file, "host_mib", 1, 1e9, 245760);
    for (unsigned i = 0; i < s->apps; i++)
        for (unsigned k = 0; k < s->app[i].gpus; k++)
            chunks += s->app[i].chunks[k];
    if ((double)chunks * (double)s->chunk_bytes > host * MIB)
        cli_fail("%s: all applications together have %.0f MiB, and the host %.0f", path,
                 (double)chunks * (double)s->chunk_bytes / MIB, host);
    if (chunks > 1u << 26)
        cli_fail("%s: there are more than %u chunks", path, 1u << 26);
}

void huvm_file_read(const char *path, struct huvm_scenario *s)
{
    struct cli_json_at at = {path, ""};
    json_t *file = cli_json_load(path);
    cli_json_only(&at, file, "name chunk_kib gpus links apps turns host_mib threshold");
    text_of(s->name, cli_json_name(&at, file, "name"), path);
    s->chunk_bytes = 1024 * (uint64_t)cli_json_whole(&at, file, "chunk_kib", 4, 1 << 20, 2048);
    if ((s->chunk_bytes & (s->chunk_bytes - 1)) != 0)
        cli_fail("%s: 'chunk_kib' is no power of two", path);
    s->threshold = (unsigned)cli_json_whole(&at, file, "threshold", 0, 1 << 20, HUVM_THRESHOLD);
    read_gpus(path, file, s);
    read_links(path, file, s);
    read_apps(path, file, s);
    read_turns(path, file, s);
    check_tiers(path, file, s);
    json_decref(file);
}
