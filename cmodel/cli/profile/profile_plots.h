/* SPDX-License-Identifier: Apache-2.0 */
/* The plots of the command `profile`: a folder of SVG files, each with its data as CSV. */
#ifndef LPI_CLI_PROFILE_PLOTS_H
#define LPI_CLI_PROFILE_PLOTS_H

#include "profile_options.h"

/* Writes the folder of --plots. Does not fail. */
void profile_plots(const struct profile_options *options, const struct profile_job *job);

#endif
