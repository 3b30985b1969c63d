/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Clocks a mapped netlist and keeps the value of every net in every cycle, after it has settled and
 * before the clock edge. There is no delay, so a net changes once a cycle at most.
 *
 *     netlist <ROWS >NETS
 *
 * ROWS: a hexadecimal number per cycle, as from inputs.c without its other lines. NETS: the number
 * of cycles, then for each net a bit per cycle, the first cycle in the lowest bit; all numbers are
 * 64-bit words in the machine's order.
 *
 * netlist.h is written from the netlist by gates.py. It defines NETS, BITS of a row, inputs[] (the
 * place of each input in a row from its highest bit on, and its net), v[], settle() and edge().
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct input {
    unsigned place, net;
    bool inverted;
};

#include "netlist.h"

#define DIGITS ((BITS + 3) / 4)

static uint64_t *kept; /* [cycle / 64][net] */
static size_t room;

static bool read_row(void)
{
    static char text[DIGITS + 2];
    static uint8_t row[DIGITS * 4];

    if (!fgets(text, sizeof text, stdin) || strspn(text, "0123456789abcdef") != DIGITS)
        return false;
    for (size_t i = 0; i < DIGITS; i++) {
        int digit = text[i] <= '9' ? text[i] - '0' : text[i] - 'a' + 10;
        for (size_t k = 0; k < 4; k++)
            row[4 * i + k] = (uint8_t)(digit >> (3 - k) & 1);
    }
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        v[inputs[i].net] = row[DIGITS * 4 - BITS + inputs[i].place] ^ inputs[i].inverted;
    return true;
}

static bool keep(size_t cycle)
{
    uint64_t *word;

    if (cycle / 64 == room) {
        size_t more = room ? 2 * room : 16;
        uint64_t *new = realloc(kept, more * NETS * sizeof *kept);
        if (!new)
            return false;
        memset(new + room *NETS, 0, (more - room) * NETS * sizeof *kept);
        kept = new;
        room = more;
    }
    word = kept + cycle / 64 * NETS;
    for (size_t n = 0; n < NETS; n++)
        word[n] |= (uint64_t)v[n] << cycle % 64;
    return true;
}

int main(void)
{
    uint64_t cycles = 0;

    while (read_row()) {
        settle();
        if (!keep(cycles++))
            return 1;
        edge();
    }
    if (!feof(stdin) || cycles == 0) {
        fprintf(stderr, "netlist: row %llu is not one of %d bits\n", (unsigned long long)cycles,
                BITS);
        return 1;
    }
    fwrite(&cycles, sizeof cycles, 1, stdout);
    for (size_t n = 0; n < NETS; n++)
        for (size_t w = 0; w < (cycles + 63) / 64; w++)
            fwrite(&kept[w * NETS + n], sizeof *kept, 1, stdout);
    free(kept);
    return fflush(stdout) != 0 || ferror(stdout);
}
