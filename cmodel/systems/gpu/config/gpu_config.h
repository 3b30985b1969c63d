/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A GPU's configuration: a JSON file with a value, a unit and a source for each field. Not
 * installed.
 *
 * Shape    {"linepress_gpu_config": 1, "name": "...", "note": "...", "fields": {FIELD: {"value":
 *          number, "unit": "...", "source": "..."}, ...}}; a field that is missing, unknown or has
 *          another unit is an error.
 * Errors   LPI_BAD, with one line in *fault.
 */
#ifndef LPI_GPU_CONFIG_H
#define LPI_GPU_CONFIG_H

#include "../../../base/fault.h"
#include "gpu_fields.h"
#include <jansson.h>
#include <stdint.h>

#define LPI_GPU_CONFIG_VERSION 1
#define LPI_GPU_SOURCE_MAX 160u /* bytes of a field's source */

#define LPI_GPU_WHOLE_(name, unit, least, most) uint32_t name;
#define LPI_GPU_RATE_(name, unit, least, most) double name;
struct lpi_gpu_config {
    LPI_GPU_FIELDS(LPI_GPU_WHOLE_, LPI_GPU_RATE_)
    char name[72], note[256];
    char source[LPI_GPU_FIELD_COUNT][LPI_GPU_SOURCE_MAX + 1];
    uint32_t scale; /* the part of the GPU that this is: 1/scale */
};
#undef LPI_GPU_WHOLE_
#undef LPI_GPU_RATE_

/*
 * Reads and checks a file, or with NAME or NAME/N the file NAME.json of the folder, of which 1/N is
 * taken. A word with a "." is a file.
 */
int lpi_gpu_config_read(const char *word, const char *folder, struct lpi_gpu_config *config,
                        struct lpi_fault *fault);

/* Sets a field by "FIELD=VALUE". */
int lpi_gpu_config_set(struct lpi_gpu_config *config, const char *text, struct lpi_fault *fault);

/* Takes 1/scale of SMs, caches, slices, memory bandwidth and link: each must divide. */
int lpi_gpu_config_scale(struct lpi_gpu_config *config, uint32_t scale, struct lpi_fault *fault);

/* Checks what holds between fields. */
int lpi_gpu_config_check(const struct lpi_gpu_config *config, struct lpi_fault *fault);

/* The file of the configuration: all fields with unit and source. NULL: no memory. */
json_t *lpi_gpu_config_json(const struct lpi_gpu_config *config);
/* Its fields alone, as {FIELD: value}. */
json_t *lpi_gpu_config_values(const struct lpi_gpu_config *config);

/* The field of that name; LPI_GPU_FIELD_COUNT: there is none. */
unsigned lpi_gpu_field(const char *name);
const char *lpi_gpu_field_name(unsigned field);
/* Its value as a number, and the same with another value; LPI_BAD: outside its range. */
double lpi_gpu_field_value(const struct lpi_gpu_config *config, unsigned field);
int lpi_gpu_field_put(struct lpi_gpu_config *config, unsigned field, double value,
                      const char *source, struct lpi_fault *fault);

/*
 * Ticks divide both clocks exactly: 1/lcm(core_mhz, memory_mhz) us. With 1300 and 875 MHz a core
 * cycle has 35 ticks and a memory cycle 52.
 */
struct lpi_gpu_clock {
    uint64_t core, memory; /* ticks of a cycle */
    uint64_t mhz;          /* ticks of a microsecond */
};
struct lpi_gpu_clock lpi_gpu_clock(const struct lpi_gpu_config *config);

#endif
