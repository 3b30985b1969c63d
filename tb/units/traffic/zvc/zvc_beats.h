/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines and their compressed beats by the library's functional ZVC: the expected output of the
 * encoder and the input of the decoder.
 */
#ifndef LP_ZVC_BEATS_H
#define LP_ZVC_BEATS_H

#include "kit/entry.h"
#include "units/traffic/common/lines.h"

/* Lines of a file, or random ones; line `index` is the same in every call. */
struct lp_zvc_lines {
    const struct lp_lines *file; /* NULL: random */
    uint64_t seed;
    unsigned elem;
    bool mem_only; /* random: no streams */
};

struct lp_zvc_line {
    uint8_t bytes[LP_LINE_BYTES];
    bool mem;  /* a memory entry, else part of a packed stream */
    bool last; /* which ends with this line */
};

/* False after a file's last line.  Random lines have no end. */
bool lp_zvc_line(const struct lp_zvc_lines *lines, uint64_t index, struct lp_zvc_line *line);

/* Elements in the line's record, mask included, and sectors of its memory entry. */
struct lp_zvc_size {
    unsigned size, sectors;
};
struct lp_zvc_size lp_zvc_line_size(const struct lp_zvc_lines *lines,
                                    const struct lp_zvc_line *line);

struct lp_zvc_beat {
    uint8_t data[LP_SECTOR_BYTES];
    bool mem, last;
    unsigned count;
    struct lp_zvc_size size; /* of a memory entry; else 0 */
    unsigned starts;         /* lines whose record begins in this beat */
};

/* Makes one beat after the other. */
struct lp_zvc_beats {
    const struct lp_zvc_lines *lines;
    uint64_t line; /* the next line to be added */
    uint8_t bytes[LP_SECTOR_BYTES + LP_ZVC_RECORD_MAX(8)];
    size_t held;
    size_t start[12]; /* offsets of records in `bytes` */
    size_t nstarts;
    bool mem, end; /* of the bytes held; end: no record is appended */
    struct lp_zvc_size size;
};

void lp_zvc_beats_init(struct lp_zvc_beats *beats, const struct lp_zvc_lines *lines, uint64_t line);

/* False after the last beat. */
bool lp_zvc_beats_next(struct lp_zvc_beats *beats, struct lp_zvc_beat *beat);

/* The same in steps, for a caller that has the lines: it adds lines while one is wanted. */
bool lp_zvc_beats_wants(const struct lp_zvc_beats *beats);
void lp_zvc_beats_add(struct lp_zvc_beats *beats, const struct lp_zvc_line *line);
/* False if no bytes are held. */
bool lp_zvc_beats_give(struct lp_zvc_beats *beats, struct lp_zvc_beat *beat);

/* Adds the beat to an entry, which it starts (entry->beats = 0) or continues. */
void lp_zvc_entry_add(struct lp_entry *entry, const struct lp_zvc_beat *beat, unsigned elem);

/* Either damages the entry as lp_entry_damage does, or sets a bit of the first element past the
 * record. */
void lp_zvc_entry_damage(struct lp_rng *rng, struct lp_entry *entry, unsigned elem);

/* Decodes the entry by docs/reference/format.md, section 4; false: the entry is bad. */
bool lp_zvc_entry_line(const struct lp_entry *entry, unsigned elem, uint8_t line[LP_LINE_BYTES]);

#endif
