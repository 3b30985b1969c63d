/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "sysfs.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *lpi_card_root = "";

void lpi_card_path(char path[LPI_SYSFS_PATH], const char *format, ...)
{
    va_list args;
    size_t used = strlen(lpi_card_root);

    snprintf(path, LPI_SYSFS_PATH, "%s", lpi_card_root);
    if (used >= LPI_SYSFS_PATH)
        return;
    va_start(args, format);
    vsnprintf(path + used, LPI_SYSFS_PATH - used, format, args);
    va_end(args);
}

/* The first line of a file; 0: not there. */
static int read_line(const char *device, const char *name, char *text, int size)
{
    char path[LPI_SYSFS_PATH];
    FILE *file;
    int there;

    lpi_card_path(path, "/sys/bus/pci/devices/%s/%s", device, name);
    file = fopen(path, "r");
    there = file != NULL && fgets(text, size, file) != NULL;
    if (file != NULL)
        fclose(file);
    return there;
}

long lpi_sysfs_number(const char *device, const char *name)
{
    char text[64], *end;
    long value;

    if (!read_line(device, name, text, sizeof text))
        return -1;
    value = strtol(text, &end, 0);
    return end == text ? -1 : value;
}

int lpi_sysfs_link(const char *device, const char *name, char *text, size_t size)
{
    char path[LPI_SYSFS_PATH], to[LPI_SYSFS_PATH];
    ssize_t length;
    const char *slash;

    lpi_card_path(path, "/sys/bus/pci/devices/%s/%s", device, name);
    length = readlink(path, to, sizeof to - 1);
    if (length <= 0)
        return 0;
    to[length] = '\0';
    slash = strrchr(to, '/');
    snprintf(text, size, "%s", slash != NULL ? slash + 1 : to);
    return 1;
}

/* DDDD:BB:DD.F */
static bool is_address(const char *text)
{
    static const char form[] = "xxxx:xx:xx.x", digits[] = "0123456789abcdefABCDEF";

    if (strlen(text) != sizeof form - 1)
        return false;
    for (size_t i = 0; i < sizeof form - 1; i++)
        if (form[i] == 'x' ? strchr(digits, text[i]) == NULL : text[i] != form[i])
            return false;
    return true;
}

int lpi_sysfs_check(const char *device, struct lp_card_trouble *why)
{
    long vendor, number;

    if (!is_address(device))
        return lpi_card_say(why, LP_CARD_NAME,
                            "'%s' is not a PCI address like 0000:01:00.0; "
                            "'linepress-card list' shows the cards",
                            device);
    vendor = lpi_sysfs_number(device, "vendor");
    number = lpi_sysfs_number(device, "device");
    if (vendor < 0)
        return lpi_card_say(why, LP_CARD_NONE,
                            "%s: no such PCI device; 'linepress-card list' "
                            "shows the cards, 'echo 1 | sudo tee /sys/bus/pci/rescan' looks for "
                            "new ones",
                            device);
    if (vendor != LPI_CARD_VENDOR || number != LPI_CARD_DEVICE)
        return lpi_card_say(why, LP_CARD_NONE,
                            "%s: it is a device %04lx:%04lx, not a card "
                            "(%04x:%04x); 'linepress-card list' shows the cards",
                            device, vendor, number, LPI_CARD_VENDOR, LPI_CARD_DEVICE);
    return LP_OK;
}

void lpi_sysfs_speed(const char *device, struct lpi_card_shape *shape)
{
    char text[64];
    long lanes = lpi_sysfs_number(device, "current_link_width");

    /* "8.0 GT/s PCIe", or "Unknown" */
    if (read_line(device, "current_link_speed", text, sizeof text))
        shape->link_gts = strtod(text, NULL);
    shape->link_lanes = lanes > 0 && lanes <= 32 ? (unsigned)lanes : 0;
}
