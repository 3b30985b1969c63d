/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Configurations of GPUs on arbitrary bytes: a file, which is then halved and written again; or, if
 * the first byte is 'S', lines FIELD=VALUE as --set takes them, on top of p100 of the tree. An accepted
 * configuration keeps to the limits that the models rely on.
 */
#define _GNU_SOURCE /* memfd_create */
#include "../../../cmodel/systems/gpu/config/gpu_config.h"
#include "fuzz.h"
#include <jansson.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

/* The file is one in memory, since configurations are read by their paths. */
static const char *file_of(const uint8_t *bytes, size_t count)
{
    static char path[64];
    static int file = -1;
    if (file < 0)
        file = memfd_create("config", 0);
    must(file >= 0 && ftruncate(file, 0) == 0);
    must(pwrite(file, bytes, count, 0) == (ssize_t)count);
    snprintf(path, sizeof path, "/proc/./self/fd/%d", file);
    return path;
}

static void check_fault(const struct lpi_fault *fault)
{
    must((fault->code == 0) == (fault->why[0] == '\0') && strchr(fault->why, '\n') == NULL);
}

static void check_config(const struct lpi_gpu_config *c)
{
    struct lpi_gpu_clock clock = lpi_gpu_clock(c);
    must(clock.core > 0 && clock.memory > 0);
    must((c->slices & (c->slices - 1)) == 0 && c->page_bytes / c->slices >= 2048);
    must(c->banks / c->bank_groups > 0 && c->write_low < c->write_high);
    must(c->l2_bytes / c->slices / c->l2_ways >= 128 && c->l1_bytes / c->l1_ways >= 128);
    must(c->metadata_bytes / c->slices >= 128);
}

/* A configuration that is written is read again as it is. */
static void write_again(const struct lpi_gpu_config *config)
{
    static struct lpi_gpu_config again;
    struct lpi_fault fault = {0};
    json_t *root = lpi_gpu_config_json(config);
    char *text = json_dumps(root, 0);
    must(text != NULL);
    must(lpi_gpu_config_read(file_of((const uint8_t *)text, strlen(text)), "", &again, &fault) ==
         0);
    for (unsigned i = 0; i < LPI_GPU_FIELD_COUNT; i++)
        must(lpi_gpu_field_value(&again, i) == lpi_gpu_field_value(config, i) &&
             strcmp(again.source[i], config->source[i]) == 0);
    free(text);
    json_decref(root);
}

static void accept(struct lpi_gpu_config *config)
{
    struct lpi_fault fault = {0};
    check_config(config);
    write_again(config);
    if (lpi_gpu_config_scale(config, 2, &fault) == 0)
        check_config(config);
    check_fault(&fault);
}

static void set_fields(const uint8_t *bytes, size_t count)
{
    static struct lpi_gpu_config p100, config;
    struct lpi_fault checked = {0};
    if (p100.sms == 0)
        must(lpi_gpu_config_read("p100", "cmodel/systems/gpu/configs", &p100, &checked) == 0);
    config = p100;
    char *text = malloc(count + 1), *rest = text, *line;
    must(text != NULL);
    memcpy(text, bytes, count);
    text[count] = '\0';
    while ((line = strsep(&rest, "\n")) != NULL) {
        struct lpi_fault fault = {0};
        lpi_gpu_config_set(&config, line, &fault);
        check_fault(&fault);
    }
    free(text);
    if (lpi_gpu_config_check(&config, &checked) == 0)
        accept(&config);
    check_fault(&checked);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    static struct lpi_gpu_config config;
    struct lpi_fault fault = {0};
    if (count > 0 && bytes[0] == 'S') {
        set_fields(bytes + 1, count - 1);
        return 0;
    }
    int error = lpi_gpu_config_read(file_of(bytes, count), "", &config, &fault);
    check_fault(&fault);
    if (error == 0)
        accept(&config);
    return 0;
}
