/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Replaces LitePCIe's driver and core (release 2024.12) in tests, as an LD_PRELOAD: /dev/litepcie0
 * is connected to a card made of C functions, the cycle model of lp_card_mover at its memory, and a
 * model of the core's first channel with exactly the guarantees given to the host:
 * - the reader cycles through the buffers endlessly, ahead of the card; beats between the core and
 *   the mover stay there when it is stopped;
 * - the writer sends only whole packets, and takes beats that come while it is off;
 * - the count of buffers is that of each 32nd, less one.
 * HOSTILE=KIND:SEED: the card sends wrong data (hostile.h), and the driver wrong counts.
 * PRELOAD_DEAD: the streams stop. PRELOAD_OLD: a driver without buffers to be mapped.
 */
#include <errno.h>
#include <linepress/card_mover_regs.h>
#include <linepress/linepress.h>
#include <poll.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#include "units/card/card_mover_cycle.h"
#include "units/common/instance.h"
#include "units/common/params.h"
#include "base/wide.h"
#include "fake_card.h"
#include "dma/memory/memory_port.h"
#include "preload.h"

enum { BUFFER = 8192, BUFFERS = 256, TOLD_EACH = 32, TOTAL = BUFFER * BUFFERS };
enum { PART = 16, PARTS_AHEAD = 256, PACKET = 256 }; /* bytes of a beat; beats; bytes */
enum { SOME_CYCLES = 256, MANY_CYCLES = 20000 };
#define REG(name) (FAKE_MOVER + offsetof(lp_card_mover_regs_t, name))
#define COMMAND(name) LP_CARD_MOVER_REGS__COMMAND__##name##_bm

const char preload_prefix[] = "/dev/litepcie0";

static int device = -1;
static struct fake_card card = {.bridge = true, .mover = true};
static struct lp_instance mover;
static struct lpi_memory *memory;
static struct lp_card_mover_in in;
static struct lp_card_mover_out out;
static uint32_t registers[sizeof(lp_card_mover_regs_t) / 4];
static bool dead;

/* The core: buffers, and the places of beats in them, counted through. */
static uint8_t to_card[TOTAL], from_card[TOTAL];
static uint8_t on_its_way[TOTAL];
static bool reading, writing;
static uint64_t read_at, written, arrived, told;
static uint8_t ahead[PARTS_AHEAD][PART], packet[PACKET];
static unsigned first, waiting, packed;

/* ---- the core ---- */

static void read_ahead(void)
{
    if (!reading || waiting == PARTS_AHEAD)
        return;
    memcpy(ahead[(first + waiting++) % PARTS_AHEAD], to_card + read_at % TOTAL, PART);
    read_at += PART;
}

static void write_part(const uint32_t data[4])
{
    if (!writing)
        return;
    lpi_bytes_of_words(packet + packed, data, PART);
    packed += PART;
    if (packed < PACKET)
        return;
    memcpy(on_its_way + written % TOTAL, packet, PACKET);
    written += PACKET;
    packed = 0;
}

/* Written data arrives as time passes, and the driver is notified. */
static void arrive(void)
{
    for (; arrived < written; arrived += PACKET) {
        uint64_t done = (arrived + PACKET) / BUFFER;
        memcpy(from_card + arrived % TOTAL, on_its_way + arrived % TOTAL, PACKET);
        if ((arrived + PACKET) % BUFFER == 0 && (done - 1) % TOLD_EACH == 0)
            told = done - 1;
    }
}

/* ---- a cycle ---- */

static void drive(void)
{
    struct lpi_axi_memory port;

    lpi_memory_drive(memory, &port);
    in.arready = port.arready;
    in.rvalid = port.rvalid;
    in.rresp = port.rresp;
    memcpy(in.rdata, port.rdata, sizeof in.rdata);
    in.awready = port.awready;
    in.wready = port.wready;
    in.bvalid = port.bvalid;
    in.bresp = port.bresp;
    in.s_valid = waiting > 0 && !dead;
    memset(in.s_data, 0, sizeof in.s_data);
    if (in.s_valid)
        lpi_words_of_bytes(in.s_data, ahead[first], PART);
    in.m_ready = !dead;
}

static void serve_memory(void)
{
    struct lpi_memory_moves moves;
    struct lpi_axi_engine port = {.arsize = 5,
                                  .awsize = 5,
                                  .arburst = 1,
                                  .awburst = 1,
                                  .wstrb = UINT32_MAX,
                                  .arvalid = out.arvalid,
                                  .arlen = out.arlen,
                                  .awvalid = out.awvalid,
                                  .awlen = out.awlen,
                                  .wvalid = out.wvalid,
                                  .wlast = out.wlast,
                                  .rready = out.rready,
                                  .bready = out.bready};

    memcpy(port.araddr, out.araddr, sizeof port.araddr);
    memcpy(port.awaddr, out.awaddr, sizeof port.awaddr);
    memcpy(port.wdata, out.wdata, sizeof port.wdata);
    if (lpi_memory_clock(memory, &port, &moves) != NULL)
        abort();
}

static void cycle(void)
{
    drive();
    lp_instance_eval(&mover, 1, &in, &out);
    serve_memory();
    if (in.s_valid && out.s_ready) {
        first = (first + 1) % PARTS_AHEAD;
        waiting--;
    }
    if (out.m_valid && in.m_ready)
        write_part(out.m_data);
    read_ahead();
    lp_instance_tick(&mover);
    in.put_start = in.put_stop = in.get_start = in.get_stop = 0;
}

static void run(unsigned cycles)
{
    for (unsigned i = 0; i < cycles; i++)
        cycle();
}

static void run_while_busy(void)
{
    run(SOME_CYCLES);
    for (unsigned i = 0; i < MANY_CYCLES && (out.put_busy || out.get_busy); i++)
        cycle();
}

/* ---- registers ---- */

static uint32_t mover_word(uint32_t offset)
{
    if (offset == REG(id))
        return LP_CARD_MOVER_REGS__ID__VALUE_reset;
    if (offset == REG(status))
        return out.put_busy | out.get_busy << 1 | out.put_error << 2 | out.get_error << 3;
    return registers[(offset - FAKE_MOVER) / 4];
}

static void write_mover(uint32_t offset, uint32_t value)
{
    if (offset != REG(command))
        registers[(offset - FAKE_MOVER) / 4] = value;
    else {
        in.put_start = (value & COMMAND(PUT)) != 0;
        in.get_start = (value & COMMAND(GET)) != 0;
        in.put_stop = (value & COMMAND(STOP_PUT)) != 0;
        in.get_stop = (value & COMMAND(STOP_GET)) != 0;
    }
    in.put_drop = registers[offsetof(lp_card_mover_regs_t, control) / 4] & 1;
    memcpy(in.put_addr, &registers[offsetof(lp_card_mover_regs_t, put_lo) / 4], 8);
    in.put_beats = registers[offsetof(lp_card_mover_regs_t, put_beats) / 4];
    memcpy(in.get_addr, &registers[offsetof(lp_card_mover_regs_t, get_lo) / 4], 8);
    in.get_beats = registers[offsetof(lp_card_mover_regs_t, get_beats) / 4];
    run(4);
}

static bool is_mover(uint32_t offset)
{
    return offset >= FAKE_MOVER && offset < FAKE_MOVER + sizeof registers;
}

/* The driver's structs, as its header lays them out. */
struct reg {
    uint32_t address, value;
    uint8_t is_write;
};

static int access_register(struct reg *reg)
{
    if (!is_mover(reg->address)) {
        if (reg->is_write)
            return fake_card_write(&card, reg->address, reg->value);
        return fake_card_read(&card, reg->address, &reg->value);
    }
    if (reg->is_write) {
        write_mover(reg->address, reg->value);
        return 0;
    }
    run_while_busy();
    reg->value = mover_word(reg->address);
    return 0;
}

/* ---- the driver ---- */

struct direction {
    uint8_t enable;
    int64_t hardware, software;
};

/* Turning off takes a millisecond, in which beats that the mover takes leave. */
static void set_reader(struct direction *d)
{
    if (reading && !d->enable)
        run(SOME_CYCLES);
    if (d->enable && !reading)
        read_at = 0;
    reading = d->enable;
    run(SOME_CYCLES);
}

static void set_writer(struct direction *d)
{
    if (!d->enable || !writing) {
        run(SOME_CYCLES);
        arrive();
        written = arrived = told = packed = 0;
    }
    writing = d->enable;
    run(SOME_CYCLES);
    d->hardware = (int64_t)told;
    if (hostile_now(&card.hostile, HOSTILE_MESSAGES))
        d->hardware = (int64_t)hostile_number(&card.hostile);
}

static int serve(unsigned number, void *argument)
{
    uint64_t buffers[] = {0, BUFFER, BUFFERS, TOTAL, BUFFER, BUFFERS};
    uint8_t lock[] = {1, 1, 0, 0, 1, 1};

    switch (number) {
    case 0: return access_register(argument);
    case 20: return 0;
    case 21: set_writer(argument); return 0;
    case 22: set_reader(argument); return 0;
    case 24: memcpy(argument, buffers, sizeof buffers); return getenv("PRELOAD_OLD") != NULL;
    case 25: memcpy(argument, lock, sizeof lock); return 0;
    default: return 1;
    }
}

int ioctl(int fd, unsigned long request, ...)
{
    int (*real)(int, unsigned long, ...);
    va_list args;
    void *argument;

    va_start(args, request);
    argument = va_arg(args, void *);
    va_end(args);
    preload_next("ioctl", &real);
    if (fd != device)
        return real(fd, request, argument);
    errno = ENOTTY;
    return _IOC_TYPE(request) == 'S' && serve(_IOC_NR(request), argument) == 0 ? 0 : -1;
}

void *mmap64(void *at, size_t bytes, int protection, int flags, int fd, off_t offset)
{
    void *(*real)(void *, size_t, int, int, int, off_t);

    preload_next("mmap64", &real);
    if (fd < 0 || fd != device)
        return real(at, bytes, protection, flags, fd, offset);
    errno = EINVAL;
    return bytes != TOTAL    ? MAP_FAILED
           : offset == 0     ? to_card
           : offset == TOTAL ? from_card
                             : MAP_FAILED;
}

int munmap(void *at, size_t bytes)
{
    int (*real)(void *, size_t);

    preload_next("munmap", &real);
    return at == to_card || at == from_card ? 0 : real(at, bytes);
}

/* More than two buffers wake the program. */
int poll(struct pollfd *fds, nfds_t count, int milliseconds)
{
    int (*real)(struct pollfd *, nfds_t, int);

    preload_next("poll", &real);
    if (count != 1 || fds->fd != device)
        return real(fds, count, milliseconds);
    run(MANY_CYCLES);
    arrive();
    if (told <= 2)
        (void)real(NULL, 0, milliseconds);
    fds->revents = told > 2 ? POLLIN : 0;
    return told > 2;
}

void preload_opened(int fd, const char *path)
{
    struct lpi_memory_config config = {.bytes = UINT64_C(1) << FAKE_MEMORY_LOG2,
                                       .latency = 20,
                                       .sectors = 1,
                                       .cycles = 1,
                                       .duplex = 1,
                                       .seed = 1};
    int values[LP_MAX_PARAMS];

    (void)path;
    device = fd;
    dead = getenv("PRELOAD_DEAD") != NULL;
    fake_card_open(&card, 0);
    hostile_begin(&card.hostile, getenv("HOSTILE"));
    config.contents = card.memory;
    memory = lpi_memory_open(&config);
    lp_unit_defaults(&lp_card_mover_unit, values);
    if (memory == NULL || lp_model_open(&lp_card_mover_unit, values, &mover) != LP_OK)
        abort();
    lp_instance_reset(&mover);
    memset(to_card, 0x5a, sizeof to_card);
}
