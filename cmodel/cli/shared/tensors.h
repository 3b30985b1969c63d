/* SPDX-License-Identifier: Apache-2.0 */
/* Files of tensors in commands: options, lists, and settings by a tensor's type. */
#ifndef LPI_CLI_TENSORS_H
#define LPI_CLI_TENSORS_H

#include "jobs.h"
#include <jansson.h>

/* Help text for commands that take files of tensors. */
#define CLI_TENSORS_HELP                                                                            \
    "A file of tensors is taken apart (docs/use/files.md): safetensors and its index, GGUF, .npz\n" \
    "and ELF cores. The lines of each tensor begin at its own first byte.\n"
#define CLI_TENSORS_OPTIONS_HELP                                                                   \
    "  --tensor GLOB\n"                                                                            \
    "               take only tensors whose names match, such as '*.weight'\n"                     \
    "  --list       print names, types, shapes and places of the tensors, and end\n"

/*
 * The codec and element width for a tensor, or for a whole file if NULL: those given, otherwise
 * those of its type. A type of 16-bit brain floats has EBD, every other ZVC with its own width.
 */
void cli_tensor_coding(const struct cli_options *options, const struct lpi_tensor *tensor,
                       const struct lpi_codec **codec, enum lp_elem *elem);

/* lpi_input_open or lpi_input_open_part, for the job; empty data are allowed. */
int cli_job_input(const struct cli_job *job, int raw, struct lp_input **input,
                  struct lpi_input_fault *fault);

/* Adds tensor, dtype and shape to the report of a job that is a tensor. */
void cli_tensor_json(const struct cli_job *job, json_t *report);

/* "F32", or "-" if there is none. */
const char *cli_tensor_dtype(const struct lpi_tensor *tensor);

/* --list: prints the tensors of the options' files. Returns the exit status. */
int cli_tensors_list(const char *command, const struct cli_options *options);

#endif
