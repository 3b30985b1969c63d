/* SPDX-License-Identifier: Apache-2.0 */
#include "traceg.h"
#include "lines.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GROUPS_MOST (UINT64_C(1) << 31)

struct lpi_traceg {
    struct lpi_lines *lines;
    struct lpi_traceg_kernel kernel;
    bool in_group, has_place; /* between #BEGIN_TB and #END_TB; "thread block" was there */
    uint32_t place[3];        /* of the group */
    struct lp_warp warp;
    uint64_t next_group; /* the least number of the next one */
    uint64_t next_warp;  /* the same in the group */
    uint64_t due, left;  /* instructions of the warp, and those that were not read */
    struct lpi_sass sass;
};

static bool begins(const char *line, const char *word)
{
    return strncmp(line, word, strlen(word)) == 0;
}

/* Whole numbers between the parts of a pattern, in which each # is one; false: no match. */
static bool match(const char *line, const char *pattern, uint64_t *numbers)
{
    for (; *pattern != '\0'; pattern++) {
        if (*pattern != '#') {
            if (*line++ != *pattern)
                return false;
            continue;
        }
        const char *begin = line;
        for (*numbers = 0; *line >= '0' && *line <= '9' && line - begin < 20; line++) {
            uint64_t digit = (uint64_t)(*line - '0');
            if (*numbers > (UINT64_MAX - digit) / 10)
                return false;
            *numbers = 10 * *numbers + digit;
        }
        if (line == begin)
            return false;
        numbers++;
    }
    while (*line == ' ' || *line == '\t')
        line++;
    return *line == '\0';
}

/* ---- the header ---- */

static bool known_machine(uint64_t version)
{
    static const uint8_t versions[] = {30, 32, 35, 37, 50, 52, 53,  60,  61,  62,  70,  72, 75,
                                       80, 86, 87, 88, 89, 90, 100, 101, 103, 110, 120, 121};
    for (size_t i = 0; i < sizeof versions; i++)
        if (versions[i] == version)
            return true;
    return false;
}

static bool take_sizes(const char *line, const char *pattern, uint64_t most, uint32_t sizes[3])
{
    uint64_t numbers[3];
    if (!match(line, pattern, numbers))
        return false;
    for (unsigned d = 0; d < 3; d++) {
        if (numbers[d] == 0 || numbers[d] > most)
            return false;
        sizes[d] = (uint32_t)numbers[d];
    }
    return true;
}

static bool take_base(const char *line, uint64_t *address)
{
    char *end;
    const char *equals = strchr(line, '=');
    if (equals == NULL)
        return false;
    *address = strtoull(equals + 1, &end, 16);
    return end != equals + 1 && (*end == '\0' || *end == ' ');
}

/* NULL, or why a line is refused. Lines of other keys are ignored. */
static const char *take_field(struct lpi_traceg_kernel *k, const char *line, bool *versioned)
{
    uint64_t n = 0;
    if (begins(line, "-kernel name = "))
        snprintf(k->name, sizeof k->name, "%s", line + strlen("-kernel name = "));
    else if (begins(line, "-grid dim = ") &&
             !take_sizes(line, "-grid dim = (#,#,#)", UINT32_MAX, k->groups))
        return "a grid that is not three sizes from 1 on";
    else if (begins(line, "-block dim = ") &&
             !take_sizes(line, "-block dim = (#,#,#)", LP_WARP_BLOCK_MAX, k->block))
        return "a block that is not three sizes from 1 to 4096";
    else if (begins(line, "-shmem = ") && !match(line, "-shmem = #", &k->shared_bytes))
        return "no size of shared memory";
    else if (begins(line, "-nregs = ")) {
        if (!match(line, "-nregs = #", &n) || n > UINT32_MAX)
            return "no number of registers";
        k->registers = (uint32_t)n;
    } else if (begins(line, "-cuda stream id = ") &&
               !match(line, "-cuda stream id = #", &k->stream))
        return "no number of a stream";
    else if (begins(line, "-binary version = ") &&
             (!match(line, "-binary version = #", &n) || !known_machine(n)))
        return "an unknown binary version";
    else if (begins(line, "-shmem base_addr") && !take_base(line, &k->form.shared_base))
        return "no address of shared memory";
    else if (begins(line, "-local mem base_addr") && !take_base(line, &k->form.local_base))
        return "no address of local memory";
    else if (begins(line, "-enable lineinfo = ")) {
        if (!match(line, "-enable lineinfo = #", &n) || n > 1)
            return "neither 0 nor 1 for line numbers";
        k->form.line_numbers = n == 1;
    } else if (begins(line, "-accelsim tracer version = ")) {
        if (!match(line, "-accelsim tracer version = #", &n) || n < 1 || n > LPI_SASS_VERSION_MAX)
            return "an unknown version of Accel-Sim's traces: 1 to 6 are known";
        k->form.version = (unsigned)n;
        *versioned = true;
    }
    return NULL;
}

static int check_header(struct lpi_traceg *t, bool versioned, struct lpi_fault *fault)
{
    const struct lpi_traceg_kernel *k = &t->kernel;
    uint64_t groups = (uint64_t)k->groups[0] * k->groups[1];
    uint64_t items = (uint64_t)k->block[0] * k->block[1] * k->block[2];
    if (k->name[0] == '\0' || k->groups[0] == 0 || k->block[0] == 0 || !versioned)
        return lpi_traceg_wrong(t, fault,
                                "the header ends without the kernel's name, grid, block or tracer "
                                "version");
    if (items > LP_WARP_BLOCK_MAX)
        return lpi_traceg_wrong(t, fault, "a block of more than 4096 threads");
    if (groups >= GROUPS_MOST || groups * k->groups[2] >= GROUPS_MOST)
        return lpi_traceg_wrong(t, fault, "2^31 thread blocks or more");
    for (unsigned d = 0; d < 3; d++)
        if ((uint64_t)k->groups[d] * k->block[d] > UINT32_MAX)
            return lpi_traceg_wrong(t, fault, "2^32 threads or more along one side of the grid");
    return 0;
}

static int read_header(struct lpi_traceg *t, struct lpi_fault *fault)
{
    bool versioned = false;
    char *line;
    while ((line = lpi_lines_next(t->lines, fault)) != NULL && *line != '#') {
        const char *why = NULL;
        if (*line == '-')
            why = take_field(&t->kernel, line, &versioned);
        else if (*line != '\0')
            why = "neither a field of a header, which begins with '-', nor '#traces format'";
        if (why != NULL)
            return lpi_traceg_wrong(t, fault, why);
    }
    if (fault->code != 0)
        return fault->code;
    if (line == NULL)
        return lpi_traceg_wrong(t, fault, "truncated: the header does not end");
    return check_header(t, versioned, fault);
}

int lpi_traceg_open(lp_read_fn *read, void *context, const char *name, struct lpi_traceg **traceg,
                    struct lpi_fault *fault)
{
    struct lpi_traceg *t = lpi_fault_alloc(fault, sizeof *t);
    *traceg = NULL;
    if (t == NULL)
        return fault->code;
    memset(t, 0, sizeof *t);
    if (lpi_lines_open(read, context, name, &t->lines, fault) == 0)
        read_header(t, fault);
    if (fault->code != 0)
        lpi_traceg_close(t);
    else
        *traceg = t;
    return fault->code;
}

/* ---- groups and warps ---- */

static const char *begin_group(struct lpi_traceg *t)
{
    if (t->in_group)
        return "a thread block begins before the previous one ends";
    t->in_group = true;
    t->has_place = false;
    t->next_warp = 0;
    return NULL;
}

static const char *end_group(struct lpi_traceg *t)
{
    if (!t->in_group)
        return "a thread block ends that has not begun";
    t->in_group = false;
    return t->has_place ? NULL : "a thread block without its place";
}

static const char *take_place(struct lpi_traceg *t, const char *line)
{
    const uint32_t *groups = t->kernel.groups;
    uint64_t n[3];
    if (!t->in_group || t->has_place || !match(line, "thread block = #,#,#", n))
        return "a thread block's place that is out of place, or no three numbers";
    if (n[0] >= groups[0] || n[1] >= groups[1] || n[2] >= groups[2])
        return "a thread block outside the grid";
    uint64_t number = n[0] + groups[0] * (n[1] + groups[1] * n[2]);
    if (number < t->next_group)
        return "a thread block that comes twice, or after a later one";
    t->next_group = number + 1;
    t->warp.group = (uint32_t)number;
    t->has_place = true;
    return NULL;
}

/* The line after "warp = N" is "insts = N". */
static const char *take_warp(struct lpi_traceg *t, const char *line, struct lpi_fault *fault)
{
    const uint32_t *block = t->kernel.block;
    uint32_t warps = (block[0] * block[1] * block[2] + LP_WARP_LANES - 1) / LP_WARP_LANES;
    uint64_t n;
    if (!t->has_place || !t->in_group || !match(line, "warp = #", &n))
        return "a warp outside a thread block, or without its number";
    if (n >= warps)
        return "a warp that is not in the block";
    if (n < t->next_warp)
        return "a warp that comes twice, or after a later one";
    t->next_warp = n + 1;
    t->warp.number = (uint32_t)n;
    do {
        line = lpi_lines_next(t->lines, fault);
    } while (line != NULL && *line == '\0');
    if (line == NULL || !match(line, "insts = #", &n))
        return "a warp without its number of instructions";
    if (n >= LP_WARP_INSTRUCTIONS_MAX)
        return "a warp of 2^48 instructions or more";
    t->due = t->left = n;
    return NULL;
}

/* NULL, or why; *found: the line began a warp. */
static const char *take_line(struct lpi_traceg *t, const char *line, bool *found,
                             struct lpi_fault *fault)
{
    if (*line == '\0')
        return NULL;
    if (begins(line, "#BEGIN_TB"))
        return begin_group(t);
    if (begins(line, "#END_TB"))
        return end_group(t);
    if (begins(line, "thread block"))
        return take_place(t, line);
    if (begins(line, "warp ")) {
        *found = true;
        return take_warp(t, line, fault);
    }
    if (*line == '#' || begins(line, "cluster "))
        return NULL;
    return t->due > 0 ? "more instructions than the warp's insts says"
                      : "neither a warp nor the begin or end of a thread block";
}

int lpi_traceg_warp(struct lpi_traceg *t, struct lp_warp *warp, bool *more, struct lpi_fault *fault)
{
    bool found = false;
    while (lpi_traceg_next(t, fault) != NULL)
        continue;
    while (!found && fault->code == 0) {
        char *line = lpi_lines_next(t->lines, fault);
        if (line == NULL)
            break;
        const char *why = take_line(t, line, &found, fault);
        if (why != NULL && fault->code == 0)
            lpi_traceg_wrong(t, fault, why);
    }
    if (!found && fault->code == 0 && t->in_group)
        lpi_traceg_wrong(t, fault, "truncated: the last thread block does not end");
    *more = found;
    *warp = t->warp;
    return fault->code;
}

/* ---- instructions ---- */

/* Lanes that the warp has. */
static uint32_t lanes_of(const struct lpi_traceg *t)
{
    const uint32_t *block = t->kernel.block;
    uint32_t items = block[0] * block[1] * block[2] - LP_WARP_LANES * t->warp.number;
    return items >= LP_WARP_LANES ? UINT32_MAX : (UINT32_C(1) << items) - 1;
}

static const char *read_line(struct lpi_traceg *t, const char *line)
{
    if (*line == '#' || begins(line, "warp ") || begins(line, "insts ") || begins(line, "thread "))
        return "fewer instructions than the warp's insts says";
    const char *why = lpi_sass_parse(line, &t->kernel.form, &t->sass);
    if (why == NULL && t->sass.mask & ~lanes_of(t))
        return "a mask wider than the block";
    return why;
}

const struct lpi_sass *lpi_traceg_next(struct lpi_traceg *t, struct lpi_fault *fault)
{
    char *line;
    if (t->left == 0 || fault->code != 0)
        return NULL;
    do {
        line = lpi_lines_next(t->lines, fault);
    } while (line != NULL && *line == '\0');
    if (line == NULL && fault->code == 0)
        lpi_traceg_wrong(t, fault, "truncated: a warp's instructions end early");
    if (fault->code != 0)
        return NULL;
    const char *why = read_line(t, line);
    if (why != NULL) {
        lpi_traceg_wrong(t, fault, why);
        return NULL;
    }
    t->left--;
    return &t->sass;
}

int lpi_traceg_wrong(const struct lpi_traceg *t, struct lpi_fault *fault, const char *why)
{
    return lpi_lines_wrong(t->lines, fault, "%s", why);
}

const struct lpi_traceg_kernel *lpi_traceg_kernel(const struct lpi_traceg *t)
{
    return &t->kernel;
}

uint64_t lpi_traceg_bytes(const struct lpi_traceg *t)
{
    return lpi_lines_bytes(t->lines);
}

void lpi_traceg_close(struct lpi_traceg *t)
{
    if (t == NULL)
        return;
    lpi_sass_free(&t->sass);
    lpi_lines_close(t->lines);
    free(t);
}
