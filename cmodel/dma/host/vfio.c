/* SPDX-License-Identifier: Apache-2.0 */
/*
 * vfio: registers and host memory through vfio-pci and the IOMMU (type 1), and interrupts through
 * an eventfd: MSI, or the pin. Bus addresses of host memory are its physical ones if the system
 * reports them, so that an IOMMU makes no difference; else they begin at a fixed one.
 */
#define _GNU_SOURCE /* pread */
#include "pages.h"
#include "sysfs.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/vfio.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define WINDOW UINT64_C(0x100000000) /* bus address of host memory without a physical one */
#define COMMAND 4
#define MEMORY_AND_MASTER 6u
#define MASTER 4u

struct vfio {
    int container, group, device, raised;
    int pin; /* the interrupt is the pin, which is masked each time it occurs */
    uint64_t bar_at;
    uint32_t bar_bytes;
    volatile uint32_t *bar; /* NULL: by pread and pwrite */
    uint64_t config_at;
    struct lpi_card_pages pages;
    void *small; /* host memory if there are no huge pages */
    size_t small_bytes;
};

static void set_command(const struct vfio *vfio, unsigned set, unsigned clear)
{
    uint8_t word[2];

    if (pread(vfio->device, word, 2, (off_t)(vfio->config_at + COMMAND)) != 2)
        return;
    word[0] = (uint8_t)((word[0] | set) & ~clear);
    (void)!pwrite(vfio->device, word, 2, (off_t)(vfio->config_at + COMMAND));
}

static void vfio_close(void *state)
{
    struct vfio *vfio = state;

    if (vfio->device >= 0 && vfio->config_at != 0)
        set_command(vfio, 0, MASTER);
    if (vfio->bar != NULL)
        munmap((void *)vfio->bar, vfio->bar_bytes);
    for (int *fd = (int[]){vfio->device, vfio->group, vfio->container, vfio->raised, -2}; *fd != -2;
         fd++)
        if (*fd >= 0)
            close(*fd);
    lpi_card_pages_close(&vfio->pages);
    if (vfio->small != NULL)
        munmap(vfio->small, vfio->small_bytes);
    free(vfio);
}

/* ---- opening ---- */

static int check_driver(const char *device, char *group, size_t size, struct lp_card_trouble *why)
{
    char driver[64] = "none";

    (void)lpi_sysfs_link(device, "driver", driver, sizeof driver);
    if (strcmp(driver, "vfio-pci") != 0)
        return lpi_card_say(why, LP_CARD_DRIVER,
                            "%s: its driver is %s, not vfio-pci; 'sudo "
                            "modprobe vfio-pci; sudo sh -c \"echo vfio-pci > /sys/bus/pci/devices/"
                            "%s/driver_override; echo %s > /sys/bus/pci/drivers_probe\"'",
                            device, driver, device, device);
    if (!lpi_sysfs_link(device, "iommu_group", group, size))
        return lpi_card_say(why, LP_CARD_DRIVER,
                            "%s: it has no IOMMU group; boot with "
                            "intel_iommu=on or amd_iommu=on, or name it pci:%s",
                            device, device);
    return LP_OK;
}

static int open_group(struct vfio *vfio, const char *number, struct lp_card_trouble *why)
{
    struct vfio_group_status status = {.argsz = sizeof status};
    char path[LPI_SYSFS_PATH];

    lpi_card_path(path, "/dev/vfio/%s", number);
    vfio->group = open(path, O_RDWR | O_CLOEXEC);
    if (vfio->group < 0)
        return lpi_card_say_errno(why, path);
    if (ioctl(vfio->group, VFIO_GROUP_GET_STATUS, &status) != 0 ||
        !(status.flags & VFIO_GROUP_FLAGS_VIABLE))
        return lpi_card_say(why, LP_CARD_DRIVER,
                            "%s: a device of the card's IOMMU group has "
                            "another driver; 'ls /sys/kernel/iommu_groups/%s/devices' shows them",
                            path, number);
    lpi_card_path(path, "/dev/vfio/vfio");
    vfio->container = open(path, O_RDWR | O_CLOEXEC);
    if (vfio->container < 0 ||
        ioctl(vfio->group, VFIO_GROUP_SET_CONTAINER, &vfio->container) != 0 ||
        ioctl(vfio->container, VFIO_SET_IOMMU, VFIO_TYPE1v2_IOMMU) != 0)
        return lpi_card_say_errno(why, path);
    return LP_OK;
}

static int find_region(const struct vfio *vfio, uint32_t index, struct vfio_region_info *info)
{
    *info = (struct vfio_region_info){.argsz = sizeof *info, .index = index};
    return ioctl(vfio->device, VFIO_DEVICE_GET_REGION_INFO, info);
}

static int open_device(struct vfio *vfio, const char *device, struct lp_card_trouble *why)
{
    struct vfio_region_info bar, config;

    vfio->device = ioctl(vfio->group, VFIO_GROUP_GET_DEVICE_FD, device);
    if (vfio->device < 0 || find_region(vfio, VFIO_PCI_BAR0_REGION_INDEX, &bar) != 0 ||
        find_region(vfio, VFIO_PCI_CONFIG_REGION_INDEX, &config) != 0)
        return lpi_card_say_errno(why, device);
    if (bar.size < 4096)
        return lpi_card_say(why, LP_CARD_MAGIC, "%s: a BAR of %llu bytes is no card's", device,
                            (unsigned long long)bar.size);
    vfio->bar_at = bar.offset;
    vfio->config_at = config.offset;
    vfio->bar_bytes = bar.size < LPI_CARD_BAR_BYTES ? (uint32_t)bar.size : LPI_CARD_BAR_BYTES;
    if (bar.flags & VFIO_REGION_INFO_FLAG_MMAP) {
        void *map = mmap(NULL, vfio->bar_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, vfio->device,
                         (off_t)bar.offset);
        vfio->bar = map != MAP_FAILED ? map : NULL;
    }
    set_command(vfio, MEMORY_AND_MASTER, 0);
    return LP_OK;
}

/* Huge pages, with their physical addresses or at any. */
static int open_pages(struct vfio *vfio, uint64_t bytes, struct lpi_card_window *window)
{
    struct lpi_card_pages *pages = &vfio->pages;

    if (lpi_card_pages_open(pages, bytes, 1, NULL) == LP_OK && pages->bytes >= bytes)
        window->bus = pages->bus;
    else
        lpi_card_pages_close(pages);
    if (pages->map == NULL && lpi_card_pages_open(pages, bytes, 0, NULL) != LP_OK)
        return 0;
    window->at = pages->at;
    window->bytes = pages->bytes;
    return 1;
}

/* Huge pages if available; the IOMMU also maps small ones. */
static int map_window(struct vfio *vfio, uint64_t bytes, struct lpi_card_window *window,
                      struct lp_card_trouble *why)
{
    struct vfio_iommu_type1_dma_map map = {
        .argsz = sizeof map, .flags = VFIO_DMA_MAP_FLAG_READ | VFIO_DMA_MAP_FLAG_WRITE};

    *window = (struct lpi_card_window){.bus = WINDOW, .bytes = (bytes + 4095) / 4096 * 4096};
    if (!open_pages(vfio, bytes, window)) {
        vfio->small_bytes = (size_t)window->bytes;
        vfio->small = mmap(NULL, vfio->small_bytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (vfio->small == MAP_FAILED) {
            vfio->small = NULL;
            return lpi_card_say_errno(why, "memory for the window");
        }
        window->at = vfio->small;
    }
    map.iova = window->bus;
    map.vaddr = (uintptr_t)window->at;
    map.size = window->bytes;
    if (ioctl(vfio->container, VFIO_IOMMU_MAP_DMA, &map) != 0)
        return errno == ENOMEM ? lpi_card_say(why, LP_CARD_PERMISSION,
                                              "%llu bytes cannot be locked; raise "
                                              "'ulimit -l', or run it with sudo",
                                              (unsigned long long)window->bytes)
                               : lpi_card_say_errno(why, "the IOMMU");
    return LP_OK;
}

static int set_interrupt(const struct vfio *vfio, uint32_t index, uint32_t flags, int fd)
{
    union {
        struct vfio_irq_set set;
        uint8_t bytes[sizeof(struct vfio_irq_set) + sizeof(int32_t)];
    } request = {{.flags = flags, .index = index, .count = 1}};
    int32_t number = fd;

    request.set.argsz = flags & VFIO_IRQ_SET_DATA_EVENTFD ? sizeof request.bytes
                                                          : sizeof request.set;
    memcpy(request.bytes + sizeof request.set, &number, sizeof number);
    return ioctl(vfio->device, VFIO_DEVICE_SET_IRQS, &request);
}

/* Without an interrupt it polls. */
static void find_interrupt(struct vfio *vfio)
{
    const uint32_t flags = VFIO_IRQ_SET_DATA_EVENTFD | VFIO_IRQ_SET_ACTION_TRIGGER;

    vfio->raised = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (vfio->raised < 0 || set_interrupt(vfio, VFIO_PCI_MSI_IRQ_INDEX, flags, vfio->raised) == 0)
        return;
    vfio->pin = set_interrupt(vfio, VFIO_PCI_INTX_IRQ_INDEX, flags, vfio->raised) == 0;
    if (!vfio->pin) {
        close(vfio->raised);
        vfio->raised = -1;
    }
}

static int vfio_open(const char *device, const struct lp_card_config *config, void **state,
                     struct lpi_card_shape *shape, struct lp_card_trouble *why)
{
    struct vfio *vfio;
    char group[32];
    int error = lpi_sysfs_check(device, why);

    if (error == LP_OK)
        error = check_driver(device, group, sizeof group, why);
    if (error != LP_OK)
        return error;
    vfio = calloc(1, sizeof *vfio);
    if (vfio == NULL)
        return LP_ERR_SYSTEM;
    vfio->container = vfio->group = vfio->device = vfio->raised = -1;
    *shape = (struct lpi_card_shape){0};
    error = open_group(vfio, group, why);
    if (error == LP_OK)
        error = map_window(vfio, config->window_bytes, &shape->window, why);
    if (error == LP_OK)
        error = open_device(vfio, device, why);
    if (error != LP_OK) {
        vfio_close(vfio);
        return error;
    }
    find_interrupt(vfio);
    shape->bar_bytes = vfio->bar_bytes;
    lpi_sysfs_speed(device, shape);
    *state = vfio;
    return LP_OK;
}

/* ---- use ---- */

static int vfio_read32(void *state, uint32_t offset, uint32_t *value)
{
    const struct vfio *vfio = state;

    if (vfio->bar != NULL)
        *value = vfio->bar[offset / 4];
    else if (pread(vfio->device, value, 4, (off_t)(vfio->bar_at + offset)) != 4)
        return LP_ERR_SYSTEM;
    return LP_OK;
}

static int vfio_write32(void *state, uint32_t offset, uint32_t value)
{
    struct vfio *vfio = state;

    if (vfio->bar != NULL)
        vfio->bar[offset / 4] = value;
    else if (pwrite(vfio->device, &value, 4, (off_t)(vfio->bar_at + offset)) != 4)
        return LP_ERR_SYSTEM;
    return LP_OK;
}

/* A pin stays masked until this unmasks it, before the card's bit is cleared: if the pin is
 * still high, it occurs once more. */
static int vfio_wait(void *state, int milliseconds)
{
    const struct vfio *vfio = state;
    struct pollfd p = {.fd = vfio->raised, .events = POLLIN};
    uint64_t count;
    int came = poll(&p, vfio->raised >= 0 ? 1 : 0, vfio->raised >= 0 ? milliseconds : 1) > 0 &&
               read(vfio->raised, &count, sizeof count) > 0;

    if (came && vfio->pin)
        (void)set_interrupt(vfio, VFIO_PCI_INTX_IRQ_INDEX,
                            VFIO_IRQ_SET_DATA_NONE | VFIO_IRQ_SET_ACTION_UNMASK, 0);
    return came;
}

const struct lpi_card_transport lpi_card_vfio = {
    .scheme = "vfio",
    .open = vfio_open,
    .close = vfio_close,
    .read32 = vfio_read32,
    .write32 = vfio_write32,
    .wait = vfio_wait,
};
