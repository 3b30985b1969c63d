/* SPDX-License-Identifier: Apache-2.0 */
#include "heat.h"

#include "png.h"

#include <stdlib.h>
#include <string.h>

#define BAND 8u      /* pixels of the band at the left, whose shade alternates by allocation */
#define GAP 4u       /* pixels before each strip */
#define CELL 2u      /* a line's width */
#define TALL 512u    /* a smaller picture is stretched to this many pixels */
#define CELL_TALL 8u /* limit of a stretched row, in pixels */
#define NOT_SHOWN UINT32_MAX

struct sums {
    uint32_t sectors, lines;
};

struct lpi_heat {
    const struct lpi_set *set;
    uint64_t *first_row; /* of each allocation, and after the last */
    uint64_t together;   /* rows of the set in one row of the picture */
    uint32_t rows, strips;
    uint32_t *strip_of; /* of each point, or NOT_SHOWN */
    struct sums *sums;  /* [strip][row][line of the row] */
};

/* Chooses points evenly, including the first and the last. */
static void choose_strips(struct lpi_heat *heat)
{
    size_t points = heat->set->point_count;
    heat->strips = points < LPI_HEAT_POINTS ? (uint32_t)points : LPI_HEAT_POINTS;
    for (size_t p = 0; p < points; p++)
        heat->strip_of[p] = NOT_SHOWN;
    for (uint32_t s = 0; s < heat->strips; s++)
        heat->strip_of[heat->strips > 1 ? s * (points - 1) / (heat->strips - 1) : 0] = s;
}

/* Each allocation begins with a row of its own. */
static void place_rows(struct lpi_heat *heat)
{
    uint64_t rows = 0, row_bytes = LPI_HEAT_LINES * LP_LINE_BYTES;
    for (size_t a = 0; a < heat->set->allocation_count; a++) {
        heat->first_row[a] = rows;
        rows += (heat->set->allocations[a].bytes + row_bytes - 1) / row_bytes;
    }
    heat->first_row[heat->set->allocation_count] = rows;
    uint32_t most = LPI_HEAT_CELLS / heat->strips;
    if (most > LPI_HEAT_ROWS)
        most = LPI_HEAT_ROWS;
    heat->together = (rows + most - 1) / most;
    heat->rows = (uint32_t)((rows + heat->together - 1) / heat->together);
}

int lpi_heat_open(const struct lpi_set *set, struct lpi_heat **opened)
{
    struct lpi_heat *heat = calloc(1, sizeof *heat);
    if (heat == NULL)
        return LP_ERR_SYSTEM;
    heat->set = set;
    heat->first_row = calloc(set->allocation_count + 1, sizeof *heat->first_row);
    heat->strip_of = calloc(set->point_count, sizeof *heat->strip_of);
    if (heat->first_row != NULL && heat->strip_of != NULL) {
        choose_strips(heat);
        place_rows(heat);
        heat->sums = calloc((size_t)heat->strips * heat->rows * LPI_HEAT_LINES, sizeof *heat->sums);
    }
    if (heat->sums == NULL) {
        lpi_heat_close(heat);
        return LP_ERR_SYSTEM;
    }
    *opened = heat;
    return LP_OK;
}

void lpi_heat_close(struct lpi_heat *heat)
{
    if (heat == NULL)
        return;
    free(heat->first_row);
    free(heat->strip_of);
    free(heat->sums);
    free(heat);
}

/* The sums of a row of the picture. */
static struct sums *sums_at(const struct lpi_heat *heat, uint32_t strip, uint64_t row)
{
    return heat->sums + ((size_t)strip * heat->rows + (size_t)row) * LPI_HEAT_LINES;
}

void lpi_heat_add(void *context, size_t allocation, size_t point, uint64_t first_line,
                  const uint8_t *sectors, size_t lines)
{
    struct lpi_heat *heat = context;
    uint32_t strip = heat->strip_of[point];
    if (strip == NOT_SHOWN)
        return;
    for (size_t i = 0; i < lines; i++) {
        uint64_t line = first_line + i;
        uint64_t row = heat->first_row[allocation] + line / LPI_HEAT_LINES;
        struct sums *sum = sums_at(heat, strip, row / heat->together) + line % LPI_HEAT_LINES;
        sum->sectors += sectors[i];
        sum->lines++;
    }
}

/* From blue over pale yellow to red, a stop for each number of sectors. */
static void colour(const struct sums *sum, uint8_t *pixel)
{
    static const int stops[LP_LINE_SECTORS + 1][3] = {
        {49, 54, 149}, {116, 173, 209}, {255, 255, 191}, {244, 109, 67}, {165, 0, 38}};
    if (sum->lines == 0) {
        memset(pixel, 255, 3);
        return;
    }
    const int last = LP_LINE_SECTORS - 1;
    int heat = (int)((uint64_t)sum->sectors * 1000 / sum->lines);
    int from = heat / 1000 < last ? heat / 1000 : last;
    for (unsigned i = 0; i < 3; i++)
        pixel[i] = (uint8_t)(stops[from][i] +
                             (stops[from + 1][i] - stops[from][i]) * (heat - from * 1000) / 1000);
}

struct picture {
    const struct lpi_heat *heat;
    uint32_t scale;    /* pixels of a row */
    size_t allocation; /* of the row that is drawn */
};

static void draw_row(void *context, uint32_t y, uint8_t *pixels)
{
    struct picture *picture = context;
    const struct lpi_heat *heat = picture->heat;
    uint32_t row = y / picture->scale;
    while (heat->first_row[picture->allocation + 1] <= row * heat->together)
        picture->allocation++;
    memset(pixels, picture->allocation % 2 ? 170 : 40, 3 * BAND);
    pixels += 3 * BAND;
    for (uint32_t s = 0; s < heat->strips; s++) {
        memset(pixels, 255, 3 * GAP);
        pixels += 3 * GAP;
        for (unsigned i = 0; i < LPI_HEAT_LINES * CELL; i++, pixels += 3)
            colour(sums_at(heat, s, row) + i / CELL, pixels);
    }
}

int lpi_heat_write(const struct lpi_heat *heat, lp_write_fn *write, void *context)
{
    struct picture picture = {.heat = heat, .scale = TALL / heat->rows};
    if (picture.scale > CELL_TALL)
        picture.scale = CELL_TALL;
    if (picture.scale == 0)
        picture.scale = 1;
    return lpi_png_write(BAND + heat->strips * (GAP + CELL * LPI_HEAT_LINES),
                         heat->rows * picture.scale, draw_row, &picture, write, context);
}
