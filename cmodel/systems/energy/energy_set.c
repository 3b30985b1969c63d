/* SPDX-License-Identifier: Apache-2.0 */
#include "energy_set.h"
#include <string.h>

#define CHUNK 65536u /* bytes, a multiple of every beat */

const char *const lpi_energy_modes[LPI_ENERGY_MODES] = {"uncompressed", "bandwidth", "buddy"};

/* A line of four sectors is raw: its bytes are as they were. */
static void add_raw(struct lpi_energy_counts *counts, const struct lpi_classes *classes)
{
    double raw = LP_LINE_SECTORS * (double)lpi_classes_sectors(classes, LP_LINE_SECTORS);
    counts->plain += raw;
    counts->compressed -= raw;
}

static void add_lines(struct lpi_energy_counts *counts, double *compressed_lines,
                      const struct lpi_classes *classes, unsigned codec, unsigned target)
{
    struct lpi_flow flow = {0};
    lpi_flow_add(&flow, classes, codec, target);
    counts->buddy += (double)flow.buddy_sectors;
    counts->packets += (double)flow.buddy_lines;
    if (target == LP_BUDDY_UNCOMPRESSED) {
        counts->plain += (double)flow.device_sectors;
        return;
    }
    counts->compressed += (double)(flow.device_sectors + flow.buddy_sectors);
    add_raw(counts, classes);
    *compressed_lines += (double)classes->lines;
}

struct lpi_energy_counts lpi_energy_count(const struct profile_job *job, enum lpi_energy_mode mode,
                                          const struct lpi_energy_reading *reading)
{
    const struct lpi_plan *plan = profile_plan(job);
    struct lpi_energy_counts counts = {0};
    double lines = 0, miss = 1 - reading->row_hits[mode];
    for (size_t a = 0; a < job->set->allocation_count; a++) {
        unsigned target = mode == LPI_ENERGY_UNCOMPRESSED ? LP_BUDDY_UNCOMPRESSED
                          : mode == LPI_ENERGY_BANDWIDTH  ? LP_TARGET_1
                                                          : plan->targets[a];
        unsigned codec = lpi_plan_codec(plan, a);
        for (size_t p = 0; p < job->set->point_count; p++)
            add_lines(&counts, &lines, lpi_tables_at(job->tables, codec, a, p), codec, target);
    }
    if (mode == LPI_ENERGY_BUDDY || reading->paid)
        counts.metadata = lines * (1 - reading->metadata_hits);
    counts.activations = (counts.plain + counts.compressed) * miss;
    counts.metadata_activations = counts.metadata * miss;
    return counts;
}

/* ---- toggle ---- */

struct beats {
    unsigned bytes;
    uint64_t flips, beats;
};

static uint64_t flips(const uint8_t *a, const uint8_t *b, unsigned bytes)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < bytes; i++)
        sum += (uint64_t)__builtin_popcount((unsigned)(a[i] ^ b[i]));
    return sum;
}

/* The bytes after the last whole beat are not counted. */
static int add_piece(struct beats *sum, const struct lpi_piece *piece, struct lpi_fault *fault)
{
    uint8_t bytes[64 + CHUNK];
    uint8_t *now = bytes + 64;
    for (uint64_t at = 0; at + sum->bytes <= piece->bytes; at += CHUNK) {
        size_t take = piece->bytes - at < CHUNK ? (size_t)(piece->bytes - at) : CHUNK;
        if (lpi_piece_read(piece, at, now, take, fault) != LP_OK)
            return fault->code;
        for (size_t i = at == 0 ? sum->bytes : 0; i + sum->bytes <= take; i += sum->bytes) {
            sum->flips += flips(now + i - sum->bytes, now + i, sum->bytes);
            sum->beats++;
        }
        memcpy(now - sum->bytes, now + take - sum->bytes, sum->bytes);
    }
    return 0;
}

int lpi_energy_toggle(const struct lpi_set *set, unsigned beat_bytes, double *toggle,
                      struct lpi_fault *fault)
{
    struct beats sum = {.bytes = beat_bytes};
    for (size_t a = 0; a < set->allocation_count; a++)
        for (size_t p = 0; p < set->point_count; p++) {
            const struct lpi_piece *piece = lpi_set_piece(set, a, p);
            if (piece->file != NULL && add_piece(&sum, piece, fault) != 0)
                return fault->code;
        }
    *toggle = profile_quotient(sum.flips, 8 * beat_bytes * sum.beats);
    return 0;
}
