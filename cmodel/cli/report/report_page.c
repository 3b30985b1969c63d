/* SPDX-License-Identifier: Apache-2.0 */
#include "report_page.h"
#include <stddef.h>

#include <report_page.inc>
