/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "gpu_config.h"

#include "../../../lib/io/json_read.h"
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct field {
    const char *name, *unit;
    size_t at; /* in struct lpi_gpu_config */
    bool whole;
    double least, most;
};

#define WHOLE(name, unit, least, most)                                                             \
    {#name, unit, offsetof(struct lpi_gpu_config, name), true, least, most},
#define RATE(name, unit, least, most)                                                              \
    {#name, unit, offsetof(struct lpi_gpu_config, name), false, least, most},
static const struct field fields[LPI_GPU_FIELD_COUNT] = {LPI_GPU_FIELDS(WHOLE, RATE)};

unsigned lpi_gpu_field(const char *name)
{
    unsigned field = 0;
    while (field < LPI_GPU_FIELD_COUNT && strcmp(fields[field].name, name) != 0)
        field++;
    return field;
}

const char *lpi_gpu_field_name(unsigned field)
{
    return fields[field].name;
}

double lpi_gpu_field_value(const struct lpi_gpu_config *config, unsigned field)
{
    const char *at = (const char *)config + fields[field].at;
    return fields[field].whole ? *(const uint32_t *)(const void *)at
                               : *(const double *)(const void *)at;
}

static void put(struct lpi_gpu_config *config, unsigned field, double value)
{
    char *at = (char *)config + fields[field].at;
    if (fields[field].whole)
        *(uint32_t *)(void *)at = (uint32_t)value;
    else
        *(double *)(void *)at = value;
}

int lpi_gpu_field_put(struct lpi_gpu_config *config, unsigned field, double value,
                      const char *source, struct lpi_fault *fault)
{
    const struct field *f = &fields[field];
    if (!(value >= f->least && value <= f->most) || (f->whole && value != floor(value)))
        return lpi_fault_set(fault, LPI_BAD, "%s: %s is %s%.15g to %.15g%s%s, not %.15g",
                             config->name, f->name, f->whole ? "a whole number " : "", f->least,
                             f->most, strcmp(f->unit, "1") == 0 ? "" : " ",
                             strcmp(f->unit, "1") == 0 ? "" : f->unit, value);
    put(config, field, value);
    snprintf(config->source[field], sizeof config->source[field], "%s", source);
    return 0;
}

/* ---- reading ---- */

static const char *text_of(const struct lpi_json_at *at, const json_t *object, const char *key,
                           size_t most)
{
    const json_t *value = json_object_get(object, key);
    const char *text = json_string_value(value);
    if (text == NULL || text[0] == '\0' || json_string_length(value) > most)
        lpi_json_wrong(at, "\"%s\" is not a text of 1 to %zu bytes", key, most);
    return text;
}

static void read_field(const struct lpi_json_at *from, const json_t *all, unsigned number,
                       struct lpi_gpu_config *config)
{
    const struct field *f = &fields[number];
    const struct lpi_json_at at = {from->path, f->name, from->fault};
    const json_t *object = json_object_get(all, f->name);
    if (object == NULL) {
        lpi_json_wrong(from, "field \"%s\" is missing", f->name);
        return;
    }
    if (!json_is_object(object)) {
        lpi_json_wrong(&at, "is not an object with \"value\", \"unit\" and \"source\"");
        return;
    }
    lpi_json_only(&at, object, "value unit source");
    double value = lpi_json_number(&at, object, "value", f->least, f->most, NAN);
    const char *unit = text_of(&at, object, "unit", 32);
    const char *source = text_of(&at, object, "source", LPI_GPU_SOURCE_MAX);
    if (from->fault->code != 0)
        return;
    if (strcmp(unit, f->unit) != 0)
        lpi_json_wrong(&at, "the unit is \"%s\", not \"%s\"", f->unit, unit);
    else if (f->whole && value != floor(value))
        lpi_json_wrong(&at, "%.15g is not a whole number", value);
    else
        lpi_gpu_field_put(config, number, value, source, from->fault);
}

static void refuse_unknown(const struct lpi_json_at *at, json_t *all)
{
    const char *key;
    json_t *value;
    json_object_foreach(all, key, value)
        if (lpi_gpu_field(key) == LPI_GPU_FIELD_COUNT)
            lpi_json_wrong(at, "unknown field \"%.64s\"", key);
}

static void read_all(const char *path, json_t *root, struct lpi_gpu_config *config,
                     struct lpi_fault *fault)
{
    const struct lpi_json_at at = {path, "", fault};
    json_t *all = json_object_get(root, "fields");
    lpi_json_only(&at, root, "linepress_gpu_config name note fields");
    lpi_json_whole(&at, root, "linepress_gpu_config", LPI_GPU_CONFIG_VERSION,
                   LPI_GPU_CONFIG_VERSION, LPI_JSON_NEEDED);
    const char *name = text_of(&at, root, "name", 32);
    const char *note = text_of(&at, root, "note", sizeof config->note - 1);
    if (!json_is_object(all))
        lpi_json_wrong(&at, "\"fields\" is not an object");
    if (fault->code != 0)
        return;
    snprintf(config->name, sizeof config->name, "%s", name);
    snprintf(config->note, sizeof config->note, "%s", note);
    refuse_unknown(&at, all);
    for (unsigned i = 0; i < LPI_GPU_FIELD_COUNT && fault->code == 0; i++)
        read_field(&at, all, i, config);
}

/* NAME or NAME/N; *scale = N. Leaves `path` empty if it is neither. */
static void path_of(const char *word, const char *folder, char *path, size_t size, uint32_t *scale)
{
    size_t length = strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789-_");
    char *end = (char *)word + length;
    *scale = 1;
    if (length > 0 && *end == '/' && end[1] >= '1' && end[1] <= '9') {
        unsigned long value = strtoul(end + 1, &end, 10);
        *scale = value <= 1024 ? (uint32_t)value : 0;
    }
    bool named = length > 0 && *end == '\0' && *scale > 0;
    int need = named ? snprintf(path, size, "%s/%.*s.json", folder, (int)length, word) : -1;
    if (need < 0 || (size_t)need >= size)
        path[0] = '\0';
}

int lpi_gpu_config_read(const char *word, const char *folder, struct lpi_gpu_config *config,
                        struct lpi_fault *fault)
{
    char path[4096] = "";
    uint32_t scale = 1;
    *config = (struct lpi_gpu_config){.scale = 1};
    if (strchr(word, '.') != NULL)
        snprintf(path, sizeof path, "%s", word);
    else
        path_of(word, folder, path, sizeof path, &scale);
    if (path[0] == '\0')
        return lpi_fault_set(fault, LPI_BAD,
                             "'%.64s' is neither a GPU's name, nor NAME/N, nor a file", word);
    if (strchr(word, '.') == NULL && access(path, F_OK) != 0)
        return lpi_fault_set(fault, LPI_BAD,
                             "gpu: there is no GPU '%.64s'; 'linepress gpu --help' has their names",
                             word);
    json_t *root = lpi_json_load(path, fault);
    if (root == NULL)
        return fault->code;
    read_all(path, root, config, fault);
    json_decref(root);
    if (fault->code == 0 && lpi_gpu_config_check(config, fault) == 0)
        lpi_gpu_config_scale(config, scale, fault);
    return fault->code;
}

int lpi_gpu_config_set(struct lpi_gpu_config *config, const char *text, struct lpi_fault *fault)
{
    char name[64];
    const char *equals = strchr(text, '=');
    char *end = NULL;
    size_t length = equals != NULL ? (size_t)(equals - text) : 0;
    if (length == 0 || length >= sizeof name || equals[1] == '\0')
        return lpi_fault_set(fault, LPI_BAD, "gpu: '%.80s' is not FIELD=VALUE", text);
    memcpy(name, text, length);
    name[length] = '\0';
    unsigned field = lpi_gpu_field(name);
    if (field == LPI_GPU_FIELD_COUNT)
        return lpi_fault_set(fault, LPI_BAD, "gpu: there is no field '%s'", name);
    double value = strtod(equals + 1, &end);
    if (*end != '\0' || !isfinite(value))
        return lpi_fault_set(fault, LPI_BAD, "gpu: '%.40s' is not a number for %s", equals + 1,
                             name);
    return lpi_gpu_field_put(config, field, value, "set by the user", fault);
}

/* ---- checks ---- */

static bool is_power(uint32_t value)
{
    return value != 0 && (value & (value - 1)) == 0;
}

int lpi_gpu_config_check(const struct lpi_gpu_config *c, struct lpi_fault *fault)
{
    const struct {
        const char *name;
        uint32_t value;
    } powers[] = {{"slices", c->slices},
                  {"page_bytes", c->page_bytes},
                  {"channels", c->channels},
                  {"bank_groups", c->bank_groups},
                  {"banks", c->banks},
                  {"row_bytes", c->row_bytes},
                  {"lanes", c->lanes},
                  {"port_bytes", c->port_bytes},
                  {"entries", c->entries},
                  {"metadata_bytes", c->metadata_bytes},
                  {"metadata_ways", c->metadata_ways}};
    for (size_t i = 0; i < sizeof powers / sizeof *powers; i++)
        if (!is_power(powers[i].value))
            return lpi_fault_set(fault, LPI_BAD, "%s: %s is %u, which is not a power of two",
                                 c->name, powers[i].name, powers[i].value);
    if (c->page_bytes / c->slices < 2048)
        return lpi_fault_set(fault, LPI_BAD,
                             "%s: a page of %u bytes has less than 2048 bytes in each of %u slices",
                             c->name, c->page_bytes, c->slices);
    if (c->banks % c->bank_groups != 0)
        return lpi_fault_set(fault, LPI_BAD,
                             "%s: %u banks are less than one in each of %u bank_groups", c->name,
                             c->banks, c->bank_groups);
    if (c->write_low >= c->write_high)
        return lpi_fault_set(fault, LPI_BAD,
                             "%s: write_low is %u, which has to be below write_high, %u", c->name,
                             c->write_low, c->write_high);
    if (c->write_high > c->dram_queue)
        return lpi_fault_set(fault, LPI_BAD, "%s: write_high is %u, more than dram_queue holds, %u",
                             c->name, c->write_high, c->dram_queue);
    if (c->l2_bytes % (c->slices * c->l2_ways * 128) != 0 || c->l1_bytes % (c->l1_ways * 128) != 0)
        return lpi_fault_set(fault, LPI_BAD,
                             "%s: l1_bytes and l2_bytes have to be whole sets of lines of 128 "
                             "bytes, in each slice",
                             c->name);
    if (c->metadata_bytes < c->slices * 128)
        return lpi_fault_set(fault, LPI_BAD, "%s: metadata_bytes is less than a line per slice",
                             c->name);
    return 0;
}

static const char *const scaled_fields[] = {"sms",        "l2_bytes", "slices",   "metadata_bytes",
                                            "device_gbs", "link_gbs", "buddy_gbs"};

int lpi_gpu_config_scale(struct lpi_gpu_config *config, uint32_t scale, struct lpi_fault *fault)
{
    struct lpi_gpu_config all = *config;
    if (scale == 1)
        return 0;
    if (scale == 0 || config->slices % scale != 0 || config->sms < scale)
        return lpi_fault_set(fault, LPI_BAD,
                             "%s: 1/%u of it leaves no SM, or no whole number of %u slices",
                             config->name, scale, config->slices);
    for (size_t i = 0; i < sizeof scaled_fields / sizeof *scaled_fields; i++) {
        unsigned field = lpi_gpu_field(scaled_fields[i]);
        double value = lpi_gpu_field_value(&all, field) / scale;
        put(config, field, fields[field].whole ? floor(value) : value);
    }
    config->scale *= scale;
    snprintf(config->name, sizeof config->name, "%.40s/%u", all.name, scale);
    return lpi_gpu_config_check(config, fault);
}

/* ---- writing ---- */

static json_t *value_of(const struct lpi_gpu_config *config, unsigned field)
{
    double value = lpi_gpu_field_value(config, field);
    return value == floor(value) ? json_integer((json_int_t)value) : json_real(value);
}

json_t *lpi_gpu_config_values(const struct lpi_gpu_config *config)
{
    json_t *all = json_object();
    for (unsigned i = 0; i < LPI_GPU_FIELD_COUNT; i++)
        json_object_set_new(all, fields[i].name, value_of(config, i));
    return all;
}

json_t *lpi_gpu_config_json(const struct lpi_gpu_config *config)
{
    json_t *all = json_object();
    for (unsigned i = 0; i < LPI_GPU_FIELD_COUNT; i++)
        json_object_set_new(all, fields[i].name,
                            json_pack("{so ss ss}", "value", value_of(config, i), "unit",
                                      fields[i].unit, "source", config->source[i]));
    return json_pack("{si ss ss so}", "linepress_gpu_config", LPI_GPU_CONFIG_VERSION, "name",
                     config->name, "note", config->note, "fields", all);
}

/* ---- clocks ---- */

static uint64_t common(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

struct lpi_gpu_clock lpi_gpu_clock(const struct lpi_gpu_config *config)
{
    uint64_t core = config->core_mhz, memory = config->memory_mhz, both = common(core, memory);
    return (struct lpi_gpu_clock){
        .core = memory / both, .memory = core / both, .mhz = core / both * memory};
}
