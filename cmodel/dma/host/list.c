/* SPDX-License-Identifier: Apache-2.0 */
/* Looking for cards. */
#define _POSIX_C_SOURCE 200809L
#include "../../base/null.h"
#include "sysfs.h"
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names of the folder that are not device files of this driver's first kind are skipped. */
struct finder {
    struct lp_card_found *found;
    size_t room, count;
};

static struct lp_card_found *add(struct finder *finder)
{
    static struct lp_card_found spare;

    return finder->count++ < finder->room ? &finder->found[finder->count - 1] : &spare;
}

/* Calls `each` for the names in a folder, in their order. */
static void scan(struct finder *finder, const char *folder,
                 void (*each)(struct finder *finder, const char *name))
{
    char path[LPI_SYSFS_PATH];
    struct dirent **names = NULL;
    int count;

    lpi_card_path(path, "%s", folder);
    count = scandir(path, &names, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        each(finder, names[i]->d_name);
        free(names[i]);
    }
    free(names);
}

static void look_at_pci(struct finder *finder, const char *device)
{
    char driver[40] = "no driver";
    struct lpi_card_shape shape = {0};
    struct lp_card_found *f;
    int bound, length;

    if (lpi_sysfs_check(device, NULL) != LP_OK)
        return;
    bound = lpi_sysfs_link(device, "driver", driver, sizeof driver);
    lpi_sysfs_speed(device, &shape);
    f = add(finder);
    snprintf(f->spec, sizeof f->spec, "%s:%.12s",
             bound && strcmp(driver, "vfio-pci") == 0 ? "vfio" : "pci", device);
    length = snprintf(f->text, sizeof f->text, "PCI card, %s", driver);
    if (shape.link_gts > 0 && length > 0 && (size_t)length < sizeof f->text)
        snprintf(f->text + length, sizeof f->text - (size_t)length, ", %g GT/s x%u", shape.link_gts,
                 shape.link_lanes);
}

/* Number of digits in `name` between the word and `end`, or 0. */
static int digits_between(const char *name, const char *word, const char *end)
{
    size_t length = strlen(word), digits = 0;

    if (strncmp(name, word, length) != 0)
        return 0;
    while (isdigit((unsigned char)name[length + digits]))
        digits++;
    return digits > 0 && digits < 10 && strcmp(name + length + digits, end) == 0 ? (int)digits : 0;
}

static void look_at_file(struct finder *finder, const char *name)
{
    static const struct {
        const char *scheme, *word, *end, *text;
    } kinds[] = {
        {"uart", "ttyUSB", "", "a serial line, perhaps with a card"},
        {"xdma", "xdma", "_user", "a device of AMD's XDMA driver, perhaps a card"},
        {"litepcie", "litepcie", "", "a device of LitePCIe's driver, perhaps a card"},
    };

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        int digits = digits_between(name, kinds[i].word, kinds[i].end);
        struct lp_card_found *f;
        if (digits == 0)
            continue;
        f = add(finder);
        snprintf(f->spec, sizeof f->spec, "%s:/dev/%.*s", kinds[i].scheme,
                 (int)strlen(kinds[i].word) + digits, name);
        snprintf(f->text, sizeof f->text, "%s", kinds[i].text);
    }
}

int lp_card_list(struct lp_card_found *found, size_t room, size_t *count)
{
    struct finder finder = {found, room, 0};

    if (count == NULL || (found == NULL && room != 0))
        return LP_ERR_ARG;
    scan(&finder, "/sys/bus/pci/devices", look_at_pci);
    scan(&finder, "/dev", look_at_file);
    *count = finder.count;
    return LP_OK;
}
