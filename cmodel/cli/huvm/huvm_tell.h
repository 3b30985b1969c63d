/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LPI_CLI_HUVM_TELL_H
#define LPI_CLI_HUVM_TELL_H

#include "../../base/tell.h"

/* Shows progress, and prints notes on standard error. */
extern const struct lpi_tell huvm_tell;

#endif
