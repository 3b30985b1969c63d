/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "buddy_cycle.h"

unsigned lp_buddy_width(const struct lp_port *port, unsigned entries, unsigned lanes)
{
    size_t length = strlen(port->name);

    if (length > 6 && strcmp(port->name + length - 6, "_entry") == 0)
        return (unsigned)__builtin_ctz(entries);
    if (strcmp(port->name, "free") == 0)
        return entries;
    return strcmp(port->name, "m_data") == 0 ? 256 * lanes : port->width;
}
