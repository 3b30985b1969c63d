// SPDX-License-Identifier: Apache-2.0
// Pairs of random numbers whose polar form is normally distributed, counted in rings. Each
// work-item has a column of the table of numbers, `pairs` pairs of them, and a column of the table
// of counts.

// x of a multiplicative congruential generator, modulo 2^46.
ulong follow(ulong x, ulong factor)
{
    return x * factor & ((1ul << 46) - 1);
}

kernel void fill(global double *numbers, ulong seed, ulong factor, int pairs, int items)
{
    int item = get_global_id(0);
    if (item >= items)
        return;
    ulong x = seed, jump = factor, skip = 2ul * pairs * item;
    for (; skip > 0; skip >>= 1, jump = follow(jump, jump)) // factor to the power of skip
        if (skip & 1)
            x = follow(x, jump);
    for (int i = 0; i < 2 * pairs; i++) {
        x = follow(x, factor);
        numbers[i * items + item] = x * 0x1p-46;
    }
}

kernel void tally(global const double *numbers, global double *counts, global double *sums,
                  int pairs, int items)
{
    int item = get_global_id(0);
    if (item >= items)
        return;
    double sx = 0, sy = 0;
    for (int i = 0; i < pairs; i++) {
        double x = 2 * numbers[2 * i * items + item] - 1;
        double y = 2 * numbers[(2 * i + 1) * items + item] - 1, t = x * x + y * y;
        if (t > 1)
            continue;
        double scale = sqrt(-2 * log(t) / t);
        int ring = (int)fmax(fabs(x * scale), fabs(y * scale));
        counts[ring * items + item] += 1;
        sx += x * scale;
        sy += y * scale;
    }
    sums[item] += sx;
    sums[items + item] += sy;
}
