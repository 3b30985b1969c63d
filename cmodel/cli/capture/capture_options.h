/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LPI_CLI_CAPTURE_OPTIONS_H
#define LPI_CLI_CAPTURE_OPTIONS_H

#include "../../systems/capture/capture.h"

/* The options of `linepress capture`; *json: --json is given. */
void capture_parse(int argc, char **argv, struct capture_options *options, bool *json);

#endif
