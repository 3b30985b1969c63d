/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The status of a descriptor with several faults: the block "pairs" of cdma.md, and every pair of
 * the faults that are checked beforehand. Compared with lp_dma_run, and with the cycle model with
 * memories of many speeds, where the status must not depend on timing.
 */
#include "../../lib/unit.h"

#include <inttypes.h>
#include <linepress/cdma_regs.h>
#include <linepress/dma.h>

#include "../../../cmodel/units/cdma/cdma_core_cycle.h"
#include "../../../cmodel/dma/copy/rig.h"
#include "../../dma/dma_memory.h"

#define DOCUMENT "docs/reference/units/cdma.md"
#define DATA (DMA_DEVICE + 0x800)
#define INDEX (DMA_DEVICE + 0x6800)
#define STREAM (DMA_HOST + 0x200)
#define REG(name) ((unsigned)offsetof(lp_cdma_regs_t, name))
enum { GROUPS = 40, ROOM = 0x6400, RUNS = 6, FORMS = 3, PATIENCE = 100000 };

/* Faults in flight, in the order in which they are met within a group. */
enum cause { READ, SPACE, ENTRY, SIZE, HOST, BYTES, WRITE, CAUSES };
static const char *const names[CAUSES] = {"read", "room", "entry", "size", "host", "data", "write"};

struct fault {
    enum cause cause;
    unsigned group;
};

struct form {
    const char *name;
    enum lp_dma_direction direction;
    int index;
};
static const struct form forms[FORMS] = {
    {"out", LP_DMA_OUT, 1}, {"in by sizes", LP_DMA_IN, 1}, {"in by records", LP_DMA_IN, 0}};

/* A descriptor, its memories, and where they refuse. */
static struct dma_memory memory, before;
static struct lp_dma_setup setup;
static struct lp_dma_memory ports;
static struct lp_dma_descriptor descriptor;
static struct lpi_rig_range bad_device, bad_index, bad_host;
static enum lp_dma_direction direction;

/* ---- faults ---- */

static uint8_t *entry_of(unsigned group)
{
    return memory.device.bytes + (INDEX - DMA_DEVICE) + 2 * group;
}

static unsigned size_of(unsigned group)
{
    return (unsigned)(entry_of(group)[0] | entry_of(group)[1] << 8);
}

static uint64_t begin_of(unsigned group)
{
    uint64_t at = 0;
    for (unsigned g = 0; g < group; g++)
        at += size_of(g);
    return at;
}

/* A sector becomes bad for both engines; in the cycle model, so do all sectors from an earlier one
 * on. */
static void refuse(struct dma_side *side, struct lpi_rig_range *range, uint64_t address)
{
    uint64_t from = address, to = address + 32;
    unsigned i = 0;
    while (side->bad[i] != 0)
        i++;
    side->bad[i] = address;
    if (range->bytes != 0) {
        from = range->at < from ? range->at : from;
        to = range->at + range->bytes > to ? range->at + range->bytes : to;
    }
    *range = (struct lpi_rig_range){from, to - from};
}

/* An entry that no group of the codec can have there: one more or less, or of another codec. */
static void spoil_size(unsigned group, unsigned codec)
{
    static const unsigned raw[] = {511, 513, 528, 24, 0};
    unsigned bound = codec == 1 ? 516 : 512 + 512 / (unsigned)setup.elem;
    unsigned size = codec == LP_DMA_RAW ? raw[unit_random() % 5]
                                        : (unit_random() % 2 ? 0 : bound + 1);
    entry_of(group)[0] = (uint8_t)size;
    entry_of(group)[1] = (uint8_t)(size >> 8);
}

/* Bits of the group's stored form are changed until it is corrupt. */
static void spoil_data(unsigned group, unsigned codec)
{
    uint8_t *stored = memory.host.bytes + (STREAM - DMA_HOST) + begin_of(group), was;
    uint8_t raw[LP_DMA_GROUP];
    size_t bad, at;
    for (;;) {
        at = unit_random() % size_of(group);
        was = stored[at];
        stored[at] ^= (uint8_t)(1u << unit_random() % 8);
        if (lp_dma_expand((enum lp_dma_codec)codec, setup.elem, stored, size_of(group),
                          LP_DMA_SECTORS, raw, &bad) != LP_OK)
            return;
        stored[at] = was;
    }
}

/* The beat that a group completes, or is the first to need. */
static uint64_t beat_of(unsigned group)
{
    uint64_t end = begin_of(group) + size_of(group);
    return STREAM + (direction == LP_DMA_OUT ? end / 32 - 1 : (end - 1) / 32) * 32;
}

static void add(const struct fault *fault, unsigned codec)
{
    uint64_t room;
    switch (fault->cause) {
    case READ:
    case WRITE:
        refuse(&memory.device, &bad_device, DATA + (uint64_t)fault->group * LP_DMA_GROUP);
        return;
    case ENTRY: refuse(&memory.device, &bad_index, INDEX + fault->group / 16 * 32); return;
    case HOST: refuse(&memory.host, &bad_host, beat_of(fault->group)); return;
    case SPACE:
        room = (begin_of(fault->group + 1) - 1) / 32 * 32;
        descriptor.size = room < descriptor.size ? room : descriptor.size;
        return;
    case SIZE: spoil_size(fault->group, codec); return;
    default: spoil_data(fault->group, codec);
    }
}

/* Data of which each group's stored form has some beats at least, and the output for it. */
static void prepare(const struct form *form, unsigned codec)
{
    static const int elems[] = {8, 16, 32};
    struct lp_dma_completion c;
    ports = dma_memory_init(&memory, &setup);
    setup.elem = elems[unit_random() % 3];
    bad_device = bad_index = bad_host = (struct lpi_rig_range){0, 0};
    direction = form->direction;
    unit_fill(memory.device.bytes + (DATA - DMA_DEVICE), GROUPS * LP_DMA_GROUP);
    for (unsigned g = 0; g < GROUPS; g++)
        for (unsigned i = 0; i < 128; i++)
            memory.device.bytes[DATA - DMA_DEVICE + g * LP_DMA_GROUP + i] = (uint8_t)(unit_random() |
                                                                                      1);
    descriptor = (struct lp_dma_descriptor){.flags = codec << LP_DMA_FLAG_CODEC_SHIFT |
                                                     LP_DMA_FLAG_INDEX,
                                            .id = (uint32_t)unit_random(),
                                            .device = DATA,
                                            .host = STREAM,
                                            .raw_bytes = GROUPS * LP_DMA_GROUP,
                                            .size = ROOM,
                                            .index = INDEX};
    assert_int_equal(lp_dma_run(&setup, LP_DMA_OUT, &descriptor, &ports, &c), LP_OK);
    assert_int_equal(c.status, LP_DMA_GOOD);
    if (direction == LP_DMA_IN)
        descriptor.size = c.bytes;
    if (!form->index)
        descriptor.flags &= ~(unsigned)LP_DMA_FLAG_INDEX;
}

/* ---- the cycle model ---- */

static void write_ring(struct lpi_rig *rig, unsigned at, const struct lp_dma_ring *ring,
                       const char **wrong)
{
    lpi_rig_write(rig, at + (unsigned)offsetof(lp_cdma_ring_t, base_lo), (uint32_t)ring->base,
                  wrong);
    lpi_rig_write(rig, at + (unsigned)offsetof(lp_cdma_ring_t, done_lo), (uint32_t)ring->done,
                  wrong);
    lpi_rig_write(rig, at + (unsigned)offsetof(lp_cdma_ring_t, size), ring->log2, wrong);
}

static void write_setup(struct lpi_rig *rig, const char **wrong)
{
    write_ring(rig, REG(off), &setup.rings[LP_DMA_OUT], wrong);
    write_ring(rig, REG(pre), &setup.rings[LP_DMA_IN], wrong);
    lpi_rig_write(rig, REG(dev_lo), (uint32_t)setup.device_base, wrong);
    lpi_rig_write(rig, REG(dev_size), setup.device_groups, wrong);
    lpi_rig_write(rig, REG(host_lo), (uint32_t)setup.host_base, wrong);
    lpi_rig_write(rig, REG(host_size), setup.host_groups, wrong);
    if (unit_random() % 2)
        lpi_rig_write(rig, REG(policy), 256 * (4 + (uint32_t)(unit_random() % 60)), wrong);
}

/* Memories and a link of any speed. */
static struct lpi_rig_config any_rig(struct dma_memory *copy)
{
    static const int channels[] = {2, 3, 6, 8};
    return (struct lpi_rig_config){
        .channels = channels[unit_random() % 4],
        .flits = unit_random() % 2 ? 426 : 18 + (int)(unit_random() % 40),
        .codecs = 2,
        .elem = (int)setup.elem,
        .device = copy->device.bytes,
        .host = copy->host.bytes,
        .device_base = DMA_DEVICE,
        .host_base = DMA_HOST,
        .device_bytes = DMA_MEMORY_BYTES,
        .host_bytes = DMA_MEMORY_BYTES,
        .latency = 1 + (unsigned)(unit_random() % (unit_random() % 2 ? 300 : 8)),
        .host_latency = 1 + (unsigned)(unit_random() % (unit_random() % 2 ? 300 : 8)),
        .link_beats = 1 + (uint32_t)(unit_random() % 2),
        .link_cycles = 1 + (uint32_t)(unit_random() % 3),
        .stall = unit_random() % 2 ? 0.3 : 0,
        .shared = unit_random() % 2,
        .bad_device = bad_device,
        .bad_index = bad_index,
        .bad_host = bad_host,
        .seed = unit_random(),
    };
}

/* The completion of a ring's first descriptor, once its phase bit is set. */
static struct lp_dma_completion wait_for(struct lpi_rig *rig, const struct dma_memory *copy,
                                         unsigned abort_at, const char **wrong)
{
    const uint8_t *at = copy->host.bytes + (setup.rings[direction].done - DMA_HOST);
    uint32_t on = LP_CDMA_REGS__CTRL__OFF_ENABLE_bm | LP_CDMA_REGS__CTRL__PRE_ENABLE_bm;
    struct lp_dma_completion c = {0};
    for (unsigned i = 0; i < PATIENCE && !*wrong; i++) {
        lp_dma_decode_completion(at, &c);
        if (c.phase)
            return c;
        if (i == abort_at)
            lpi_rig_write(rig, REG(ctrl),
                          on | (direction == LP_DMA_OUT ? LP_CDMA_REGS__CTRL__OFF_ABORT_bm
                                                        : LP_CDMA_REGS__CTRL__PRE_ABORT_bm),
                          wrong);
        else
            *wrong = lpi_rig_step(rig);
    }
    *wrong = *wrong ? *wrong : "a descriptor does not end";
    return c;
}

static struct lp_dma_completion clocked(unsigned abort_at)
{
    static struct dma_memory copy;
    struct lp_dma_completion c;
    struct lpi_rig *rig;
    const char *wrong = NULL;
    copy = before;
    lp_dma_encode_descriptor(&descriptor,
                             copy.host.bytes + (setup.rings[direction].base - DMA_HOST));
    struct lpi_rig_config config = any_rig(&copy);
    assert_int_equal(lpi_rig_open(lp_model_open, &config, &rig), LP_OK);
    write_setup(rig, &wrong);
    lpi_rig_write(rig,
                  (direction == LP_DMA_OUT ? REG(off) : REG(pre)) +
                      (unsigned)offsetof(lp_cdma_ring_t, tail),
                  1, &wrong);
    lpi_rig_write(rig, REG(ctrl),
                  LP_CDMA_REGS__CTRL__OFF_ENABLE_bm | LP_CDMA_REGS__CTRL__PRE_ENABLE_bm, &wrong);
    c = wait_for(rig, &copy, abort_at, &wrong);
    lpi_rig_close(rig);
    if (wrong)
        fail_msg("%s", wrong);
    return c;
}

/* ---- pairs ---- */

/* A status, and the group in the completion: that of the earlier fault, of the later one, or
 * none. */
struct verdict {
    unsigned status;
    char whose; /* 'a', 'b' or '\0' */
};
/* verdicts[form][what an earlier group has][what a later one has] */
static struct verdict verdicts[FORMS][CAUSES][CAUSES];
static unsigned columns[FORMS];
static enum cause column[FORMS][CAUSES];

static enum cause cause_of(const char *name)
{
    for (unsigned c = 0; c < CAUSES; c++)
        if (strcmp(names[c], name) == 0)
            return (enum cause)c;
    fail_msg("no cause is called %s", name);
    return CAUSES;
}

/* A line of a block: the causes of a form, then the verdicts of each. */
static void read_line(char *text, unsigned form)
{
    char *word = strtok(text, " \n"), *rest;
    if (columns[form] == 0) {
        assert_string_equal(word, "earlier");
        while ((word = strtok(NULL, " \n")) != NULL)
            column[form][columns[form]++] = cause_of(word);
        return;
    }
    enum cause row = cause_of(word);
    for (unsigned c = 0; c < columns[form]; c++) {
        word = strtok(NULL, " \n");
        assert_non_null(word);
        verdicts[form][row][column[form][c]].status = (unsigned)strtoul(word, &rest, 10);
        verdicts[form][row][column[form][c]].whose = *rest;
    }
}

static void read_document(void)
{
    FILE *document = fopen(DOCUMENT, "r");
    char text[512], fence[64];
    unsigned inside = FORMS;
    if (document == NULL)
        fail_msg("cannot open " DOCUMENT " (run from the project's root)");
    while (fgets(text, sizeof text, document) != NULL) {
        if (strncmp(text, "```", 3) != 0) {
            if (inside < FORMS)
                read_line(text, inside);
            continue;
        }
        for (inside = 0; inside < FORMS; inside++) {
            snprintf(fence, sizeof fence, "```pairs %s\n", forms[inside].name);
            if (strcmp(text, fence) == 0)
                break;
        }
    }
    fclose(document);
}

/* Where a fault is met: an index has its entries of 16 groups in a sector, which is written with
 * the last that there is. */
static unsigned met_at(const struct fault *fault, const struct fault *other)
{
    unsigned first = fault->group / 16 * 16, last = first + 15 < GROUPS ? first + 15 : GROUPS - 1;
    if (fault->cause != ENTRY)
        return fault->group;
    if (other->cause == SPACE && other->group > first && other->group <= last)
        last = other->group - 1;
    return direction == LP_DMA_IN ? first : last;
}

static struct verdict verdict_of(unsigned form, const struct fault *faults, unsigned *group)
{
    unsigned at[2] = {met_at(&faults[0], &faults[1]), met_at(&faults[1], &faults[0])};
    unsigned a = at[1] < at[0] || (at[1] == at[0] && faults[1].cause < faults[0].cause);
    struct verdict v = verdicts[form][faults[a].cause][faults[!a].cause];
    /* The last beat is not sent. */
    for (unsigned i = 0; i < 2; i++)
        if (faults[i].cause == READ && faults[!i].cause == HOST && faults[!i].group == GROUPS - 1)
            v = (struct verdict){LP_DMA_DEVICE_ERROR, i == a ? 'a' : 'b'};
    *group = v.whose == 'a' ? faults[a].group : v.whose == 'b' ? faults[!a].group : 0;
    return v;
}

static unsigned any_codec(const struct fault *faults, const struct form *form)
{
    int raw = form->index && faults[0].cause != BYTES && faults[1].cause != BYTES;
    unsigned pick = (unsigned)(unit_random() % (raw ? 3 : 2));
    /* The output for a group that could not be read has any size, except with raw. */
    int read = faults[0].cause == READ || faults[1].cause == READ;
    return read || pick == 2 ? LP_DMA_RAW : pick;
}

static void complain(const char *who, unsigned form, unsigned codec, const struct fault *faults,
                     const struct lp_dma_completion *is, unsigned status, unsigned group)
{
    fail_msg("%s: %s, codec %u, %s at %u, %s at %u: status %u, group %u, and due are %u, %u", who,
             forms[form].name, codec, names[faults[0].cause], faults[0].group,
             names[faults[1].cause], faults[1].group, is->status, is->bad, status, group);
}

/* Both engines with two faults, and the cycle model with an abort at some time as well. */
static void try_pair(unsigned form, const struct fault *faults)
{
    unsigned codec = any_codec(faults, &forms[form]), group;
    struct lp_dma_completion c;
    prepare(&forms[form], codec);
    /* The position of the other fault follows from the right sizes. */
    unsigned sizes = faults[0].cause == SIZE;
    add(&faults[sizes], codec);
    add(&faults[!sizes], codec);
    struct verdict v = verdict_of(form, faults, &group);
    before = memory;
    assert_int_equal(lp_dma_run(&setup, direction, &descriptor, &ports, &c), LP_OK);
    /* Without sizes corruption may be found in a later group. */
    if (!forms[form].index && v.status == LP_DMA_CORRUPT && c.bad >= group)
        group = c.bad;
    if (c.status != v.status || c.bad != group)
        complain("lp_dma_run", form, codec, faults, &c, v.status, group);
    c = clocked(UINT32_MAX);
    if (c.status != v.status || c.bad != group)
        complain("cycle model", form, codec, faults, &c, v.status, group);
    c = clocked((unsigned)(unit_random() % 3000));
    if ((c.status != v.status || c.bad != group) && (c.status != LP_DMA_ABORTED || c.bad != 0))
        complain("cycle model with an abort", form, codec, faults, &c, v.status, group);
}

/* Faults of two groups, and of one. */
static void try_pairs(unsigned form)
{
    for (unsigned i = 0; i < columns[form]; i++)
        for (unsigned j = 0; j < columns[form]; j++)
            for (unsigned run = 0; run < RUNS; run++) {
                unsigned a = (unsigned)(unit_random() % GROUPS);
                unsigned near = a + (unsigned)(unit_random() % 4);
                unsigned b = run % 2 && near < GROUPS ? near : (unsigned)(unit_random() % GROUPS);
                const struct fault faults[] = {{column[form][i], a}, {column[form][j], b}};
                /* Without sizes a second change may make a good stream of a bad one. */
                if (i != j || (forms[form].index && a != b))
                    try_pair(form, faults);
            }
}

static void of_two_faults_the_status_is_as_documented(void **state)
{
    (void)state;
    read_document();
    for (unsigned form = 0; form < FORMS; form++) {
        assert_true(columns[form] >= 3);
        try_pairs(form);
    }
}

/* ---- faults of the descriptor itself ---- */

/* In the order of priority; each leaves the fields of the others unchanged. */
static const unsigned checks[] = {LP_DMA_RESERVED,   LP_DMA_NO_CODEC, LP_DMA_EMPTY,
                                  LP_DMA_MISALIGNED, LP_DMA_OUTSIDE,  LP_DMA_OVERLAP};
enum { CHECKS = sizeof checks / sizeof checks[0] };

static void spoil_descriptor(unsigned status)
{
    switch (status) {
    case LP_DMA_RESERVED:
        descriptor.zero[unit_random() % 2] = UINT64_C(1) << unit_random() % 64;
        return;
    case LP_DMA_NO_CODEC:
        descriptor.flags = (descriptor.flags & 0xf) | 7u << LP_DMA_FLAG_CODEC_SHIFT;
        return;
    case LP_DMA_EMPTY: descriptor.size = 0; return;
    case LP_DMA_MISALIGNED: descriptor.index |= 1u << unit_random() % 5; return;
    case LP_DMA_OUTSIDE: descriptor.device |= UINT64_C(1) << (20 + unit_random() % 44); return;
    default: /* up to the end of host memory, over the rings */
        descriptor.host = DMA_HOST + DMA_MEMORY_BYTES - (descriptor.size + 31) / 32 * 32;
    }
}

/* Each pair, together with a fault that would occur in flight. */
static void try_checks(const struct form *form, unsigned i, unsigned j)
{
    const struct fault refused = {form->direction == LP_DMA_OUT ? READ : WRITE, 0};
    struct lp_dma_completion c;
    prepare(form, LP_DMA_RAW);
    add(&refused, LP_DMA_RAW);
    spoil_descriptor(checks[i]);
    spoil_descriptor(checks[j]);
    before = memory;
    assert_int_equal(lp_dma_run(&setup, direction, &descriptor, &ports, &c), LP_OK);
    assert_int_equal(c.status, checks[i]);
    assert_int_equal(c.bad, 0);
    assert_memory_equal(&before, &memory, sizeof memory);
    c = clocked(UINT32_MAX);
    assert_int_equal(c.status, checks[i]);
    assert_int_equal(c.bad, 0);
}

static void what_a_descriptor_has_wrong_comes_first(void **state)
{
    (void)state;
    for (unsigned form = 0; form < 2; form++)
        for (unsigned i = 0; i < CHECKS; i++)
            for (unsigned j = i; j < CHECKS; j++)
                try_checks(&forms[form], i, j);
}

static void only_good_is_no_error(void **state)
{
    (void)state;
    assert_int_equal(lp_dma_status_error(LP_DMA_GOOD), LP_OK);
    for (unsigned status = 1; status < 300; status++)
        assert_true(lp_dma_status_error(status) < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_two_faults_the_status_is_as_documented),
        cmocka_unit_test(what_a_descriptor_has_wrong_comes_first),
        cmocka_unit_test(only_good_is_no_error),
    };

    unit_seed();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
