/* SPDX-License-Identifier: Apache-2.0 */
/* What the pictures of commands share. */
#ifndef LPI_CLI_SVG_H
#define LPI_CLI_SVG_H

/* A name as XML has it, cut where it is very long; the text lives until the next call. */
const char *cli_svg_text(const char *name);

#endif
