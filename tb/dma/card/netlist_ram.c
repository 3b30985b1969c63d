/* SPDX-License-Identifier: Apache-2.0 */
#include "netlist_ram.h"
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

enum { BYTES = 2048, DATA = 18, ADDRESS = 14, BYTE = 9 };
enum {
    NORMAL,
    THROUGH,
    BEFORE
}; /* output of a port that writes: as it was; the new bits; the old */

struct side {
    unsigned width, mode;
    uint32_t in[DATA], address[ADDRESS], enable, write, reset, out[DATA];
};

struct netlist_ram {
    struct side side[2];
    uint16_t bytes[BYTES];
    struct netlist_ram_bit outs[2 * DATA];
    unsigned count;
};

/* The access of a port at an edge, found before either port changes anything. */
struct access {
    unsigned address;
    uint64_t data;
    bool active, write, reset;
};

static bool nets_of(FILE *file, uint32_t limit, uint32_t *nets, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (fscanf(file, "%" SCNu32, &nets[i]) != 1 || nets[i] >= limit)
            return false;
    return true;
}

static bool read_side(FILE *file, uint32_t limit, struct side *side)
{
    return fscanf(file, "%u %u", &side->width, &side->mode) == 2 && side->width > 0 &&
           side->width <= 4 * BYTE && side->mode <= BEFORE &&
           nets_of(file, limit, side->in, DATA) && nets_of(file, limit, side->address, ADDRESS) &&
           nets_of(file, limit, &side->enable, 1) && nets_of(file, limit, &side->write, 1) &&
           nets_of(file, limit, &side->reset, 1) && nets_of(file, limit, side->out, DATA);
}

struct netlist_ram *netlist_ram_read(FILE *file, uint32_t nets)
{
    struct netlist_ram *ram = calloc(1, sizeof *ram);

    if (ram == NULL)
        abort();
    if (read_side(file, nets, &ram->side[0]) && read_side(file, nets, &ram->side[1]))
        return ram;
    free(ram);
    return NULL;
}

void netlist_ram_close(struct netlist_ram *ram)
{
    free(ram);
}

static uint64_t bits_of(const uint8_t *value, const uint32_t *nets, unsigned count)
{
    uint64_t bits = 0;

    for (unsigned i = 0; i < count; i++)
        bits |= (uint64_t)value[nets[i]] << i;
    return bits;
}

/* Words of 36 bits use the data of both ports. */
static struct access access_of(const struct netlist_ram *ram, unsigned which, const uint8_t *value)
{
    const struct side *side = &ram->side[which];
    struct access a = {.active = value[side->enable], .reset = value[side->reset]};

    if (!a.active)
        return a;
    a.write = value[side->write];
    a.address = (unsigned)bits_of(value, side->address, ADDRESS);
    a.data = bits_of(value, side->in, DATA);
    if (side->width > DATA)
        a.data = bits_of(value, ram->side[0].in, DATA) | bits_of(value, ram->side[1].in, DATA)
                                                             << DATA;
    return a;
}

/* First byte of a word of whole bytes. */
static unsigned first_byte(unsigned address, unsigned count)
{
    return (address >> 3) & ~(count - 1);
}

static uint64_t look(const struct netlist_ram *ram, unsigned width, unsigned address)
{
    uint64_t word = 0;
    unsigned count = width / BYTE;

    if (count == 0)
        return ram->bytes[address >> 3] >> (address & 7 & ~(width - 1)) & ((1u << width) - 1);
    for (unsigned i = 0; i < count; i++)
        word |= (uint64_t)ram->bytes[first_byte(address, count) + i] << (i * BYTE);
    return word;
}

/* Of words of several bytes the lowest address bits are their enables. */
static void store(struct netlist_ram *ram, unsigned width, const struct access *a)
{
    unsigned count = width / BYTE;

    if (count == 0) {
        unsigned shift = a->address & 7 & ~(width - 1), mask = ((1u << width) - 1) << shift;
        uint16_t *byte = &ram->bytes[a->address >> 3];
        *byte = (uint16_t)((*byte & ~mask) | ((unsigned)(a->data << shift) & mask));
        return;
    }
    for (unsigned i = 0; i < count; i++)
        if (count == 1 || a->address >> i & 1)
            ram->bytes[first_byte(a->address, count) + i] = a->data >> (i * BYTE) & 0x1ff;
}

static void show(struct netlist_ram *ram, const uint32_t *nets, uint64_t word)
{
    for (unsigned i = 0; i < DATA; i++)
        if (nets[i] != 0)
            ram->outs[ram->count++] = (struct netlist_ram_bit){nets[i], word >> i & 1};
}

static void show_word(struct netlist_ram *ram, const struct side *side, uint64_t word)
{
    /* Of words of 36 bits the first port only writes. */
    if (side->width > DATA && side == &ram->side[1]) {
        show(ram, ram->side[0].out, word);
        show(ram, ram->side[1].out, word >> DATA);
    } else if (side->width <= DATA) {
        show(ram, side->out, word);
    }
}

void netlist_ram_edge(struct netlist_ram *ram, const uint8_t *value)
{
    struct access a[2] = {access_of(ram, 0, value), access_of(ram, 1, value)};
    uint64_t word[2];

    ram->count = 0;
    for (unsigned i = 0; i < 2; i++)
        word[i] = a[i].active ? look(ram, ram->side[i].width, a[i].address) : 0;
    for (unsigned i = 0; i < 2; i++)
        if (a[i].active && a[i].write && !a[i].reset)
            store(ram, ram->side[i].width, &a[i]);
    for (unsigned i = 0; i < 2; i++) {
        const struct side *side = &ram->side[i];
        if (a[i].reset)
            show_word(ram, side, 0);
        else if (a[i].active && a[i].write && side->mode == THROUGH)
            show_word(ram, side, look(ram, side->width, a[i].address));
        else if (a[i].active && (!a[i].write || side->mode == BEFORE))
            show_word(ram, side, word[i]);
    }
}

const struct netlist_ram_bit *netlist_ram_outs(const struct netlist_ram *ram, unsigned *count)
{
    *count = ram->count;
    return ram->outs;
}
