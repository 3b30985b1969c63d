/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shows that the lock-step bench catches bugs: a fault is put into the cycle model (any bit of any
 * output in some cycle; a missed clock edge; a reset that does nothing), and the run must stop in
 * that very cycle at that very port and leave a waveform.  LP_SEED repeats a run.
 */
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "lockstep.h"
#include "kit/streams.h"
#include "tap.h"

enum bug { BUG_BIT, BUG_EDGE, BUG_RESET };

/* The bug under test; the functions of a struct lp_unit have no other way to it. */
static struct {
    const struct lp_unit *unit;
    enum bug bug;
    uint64_t cycle;
    const struct lp_port *port;
    unsigned bit;
} plan;

/* State of the faulty model: a cycle counter in front of the good model's state. */
struct faulty {
    uint64_t cycle;
    uint64_t inner[];
};

static void faulty_set_up(void *state, const int *values)
{
    struct faulty *q = state;
    q->cycle = 0;
    plan.unit->set_up(q->inner, values);
}

static void faulty_reset(void *state)
{
    struct faulty *q = state;
    if (plan.bug != BUG_RESET && plan.unit->reset)
        plan.unit->reset(q->inner);
    q->cycle++;
}

static void faulty_eval(const void *state, const void *in, void *out)
{
    const struct faulty *q = state;
    plan.unit->eval(q->inner, in, out);
    if (plan.bug == BUG_BIT && q->cycle == plan.cycle)
        lp_port_words(out, plan.port)[plan.bit / 32] ^= UINT32_C(1) << plan.bit % 32;
}

static void faulty_tick(void *state, const void *in)
{
    struct faulty *q = state;
    if (plan.unit->tick && !(plan.bug == BUG_EDGE && q->cycle == plan.cycle))
        plan.unit->tick(q->inner, in);
    q->cycle++;
}

static char wave[400];

static bool wave_is_there(void)
{
    FILE *file = fopen(wave, "rb");

    if (file)
        fclose(file);
    return file != NULL;
}

static bool run_bug(const struct lp_cosim_unit *row, const struct lp_variant *variant,
                    uint64_t seed, struct lp_result *result)
{
    struct lp_unit faulty = *row->unit;
    struct lp_run run = {
        .unit = &faulty,
        .rtl = variant->rtl,
        .seed = seed,
        .source = {.style = LP_STALL_RANDOM, .p = 0.2},
        .sink = {.style = LP_STALL_RANDOM, .p = 0.2},
        .max_cycles = 4000,
        .reset_mean = plan.bug == BUG_RESET ? 100 : 0,
        .wave = wave,
    };

    plan.unit = row->unit;
    faulty.state_size += sizeof(struct faulty);
    faulty.set_up = faulty_set_up;
    faulty.reset = faulty_reset;
    faulty.eval = faulty_eval;
    faulty.tick = faulty_tick;
    lp_run_random(&run, row);
    remove(wave);
    return lp_variant_values(row->unit, variant->text, run.values) && lp_lockstep(&run, result);
}

/* Bugs come in one of the first so many cycles; the whole DMA engine's RTL takes long over each. */
static uint32_t window(const struct lp_cosim_unit *row)
{
    return strcmp(row->unit->name, "lp_cdma_core") == 0 ? 500 : 2000;
}

static bool bit_caught(const struct lp_cosim_unit *row, const struct lp_variant *variant,
                       const struct lp_port *port, struct lp_rng *rng)
{
    struct lp_result result;
    int values[LP_MAX_PARAMS];

    plan.bug = BUG_BIT;
    plan.cycle = 20 + lp_below(rng, window(row));
    plan.port = port;
    if (!lp_variant_values(row->unit, variant->text, values))
        return false;
    plan.bit = lp_below(rng, row->unit->width ? row->unit->width(port, values) : port->width);
    if (!run_bug(row, variant, lp_random(rng), &result))
        return false;
    printf("# bit %u of %s in cycle %" PRIu64 ": fault %d, cycle %" PRIu64 "\n", plan.bit,
           port->name, plan.cycle, (int)result.fault, result.cycles);
    return result.fault == LP_FAULT_PORT && result.cycles == plan.cycle && result.port == port &&
           (result.model[plan.bit / 32] ^ result.rtl[plan.bit / 32]) == UINT32_C(1)
                                                                            << plan.bit % 32 &&
           result.wave && wave_is_there();
}

/* A missed edge or reset shows from the next cycle on, but only when the state depends on it. */
static bool state_caught(const struct lp_cosim_unit *row, const struct lp_variant *variant,
                         enum bug bug, struct lp_rng *rng)
{
    struct lp_result result = {0};
    bool caught = false;

    plan.bug = bug;
    for (unsigned i = 0; i < 200 && !caught; i++) {
        plan.cycle = 20 + lp_below(rng, window(row));
        if (!run_bug(row, variant, lp_random(rng), &result))
            return false;
        caught = result.fault == LP_FAULT_PORT;
    }
    printf("# caught in cycle %" PRIu64 " at %s\n", result.cycles,
           result.port ? result.port->name : "-");
    return caught && (bug != BUG_EDGE || result.cycles > plan.cycle) && wave_is_there();
}

static void test_unit(struct lp_tap *tap, const struct lp_cosim_unit *row, struct lp_rng *rng)
{
    const struct lp_variant *variant = &row->variants[0];
    const struct lp_unit *unit = row->unit;
    char name[200];

    for (size_t i = 0; i < unit->nports; i++)
        if (unit->ports[i].dir == LP_OUT) {
            snprintf(name, sizeof name, "%s: a wrong bit of %s is caught", unit->name,
                     unit->ports[i].name);
            lp_tap_result(tap, bit_caught(row, variant, &unit->ports[i], rng), name);
        }
    if (!unit->tick)
        return;
    snprintf(name, sizeof name, "%s: a missed clock edge is caught", unit->name);
    lp_tap_result(tap, state_caught(row, variant, BUG_EDGE, rng), name);
    if (!variant->rtl->resets)
        return;
    snprintf(name, sizeof name, "%s: a missed reset is caught", unit->name);
    lp_tap_result(tap, state_caught(row, variant, BUG_RESET, rng), name);
}

int main(int argc, char **argv)
{
    char waves[200];
    struct lp_tap tap = {0};
    struct lp_rng rng = {lp_env_number("LP_SEED", (uint64_t)time(NULL))};

    (void)argc;
    lp_wave_folder(argv[0], waves, sizeof waves);
    snprintf(wave, sizeof wave, "%s/%s.fst", waves, lp_cosim_units[0].unit->name);
    printf("# LP_SEED=%" PRIu64 "\n", rng.state);
    for (size_t u = 0; u < lp_cosim_nunits; u++)
        test_unit(&tap, &lp_cosim_units[u], &rng);
    return lp_tap_end(&tap);
}
