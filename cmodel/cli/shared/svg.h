/* SPDX-License-Identifier: Apache-2.0 */
/* What the pictures of commands share. */
#ifndef LPI_CLI_SVG_H
#define LPI_CLI_SVG_H

/* Writes to the output that is open; failures end the program. */
void cli_svg_put(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The head of a picture: its size in pixels, and rules for what is its own, in light and in dark.
   Classes head, s (small) and grid are there. */
void cli_svg_begin(int width, int height, const char *light, const char *dark);
void cli_svg_end(void);

/* A round step, from `least` up, of which 4 to 10 are in `all`. */
double cli_svg_step(double all, double least);

/* A line of the grid, and below it the value; with the unit at 0. */
void cli_svg_tick(double x, int top, int bottom, double value, const char *unit);

/* A square of a class and what it stands for. */
void cli_svg_key(const char *class, int x, int y, const char *text);

/* A name as XML has it, cut where it is very long; the text lives until the next call. */
const char *cli_svg_text(const char *name);

#endif
