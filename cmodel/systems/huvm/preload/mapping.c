/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Anonymous private memory that the program maps itself, and later operations on it. Results are
 * those of the kernel for such memory, although it is mapped differently. A range may contain
 * managed and other memory.
 */
#define _GNU_SOURCE
#include "kernel_maps.h"
#include "preload.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#ifndef MADV_HWPOISON
#define MADV_HWPOISON 100
#endif
enum {
    MADV_DONTNEED_ALWAYS = 24, /* Linux 5.18: MADV_DONTNEED_LOCKED */
    MADV_GUARDS = 102
}; /* Linux 6.13: MADV_GUARD_INSTALL, MADV_GUARD_REMOVE */

static struct {
    void *(*map)(void *, size_t, int, int, int, off_t);
    int (*unmap)(void *, size_t);
    void *(*remap)(void *, size_t, size_t, int, ...);
    int (*advise)(void *, size_t, int);
    int (*protect)(void *, size_t, int);
    int (*protect_key)(void *, size_t, int, int);
    int (*lock)(const void *, size_t);
    int (*lock2)(const void *, size_t, unsigned);
    int (*unlock)(const void *, size_t);
    int (*core)(void *, size_t, unsigned char *);
    int (*sync)(void *, size_t, int);
    int (*file_pages)(void *, size_t, int, size_t, int);
} next;

/* At program start: no other thread can wait yet for locks that the lookup takes. */
__attribute__((constructor)) static void find_all(void)
{
    LPI_FIND(next.map, "mmap");
    LPI_FIND(next.unmap, "munmap");
    LPI_FIND(next.remap, "mremap");
    LPI_FIND(next.advise, "madvise");
    LPI_FIND(next.protect, "mprotect");
}

/* ---- ranges ---- */

static size_t page_bytes(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

static size_t whole_pages(size_t bytes)
{
    return (bytes + page_bytes() - 1) & ~(page_bytes() - 1);
}

static bool is_aligned(const void *at)
{
    return ((uintptr_t)at & (page_bytes() - 1)) == 0;
}

/* A range split into up to three parts, of which one is managed. */
struct part {
    uint8_t *at;
    size_t bytes, before; /* before: bytes of the range in front of this part */
    bool ours;
};

/*
 * Returns the number of parts; 0: none is managed, or the range is invalid, which the kernel
 * reports.
 */
static unsigned split(const void *address, size_t bytes, struct part parts[3])
{
    struct huvm_client *c = lpi_client();
    uintptr_t from = (uintptr_t)address, end = from + whole_pages(bytes), base, limit;
    size_t room;
    unsigned count = 0;
    if (c == NULL || huvm_client_is_forked(c) || !is_aligned(address) || bytes == 0 ||
        end <= from || end > (uintptr_t)LONG_MAX)
        return 0;
    base = (uintptr_t)huvm_client_base(c, &room);
    limit = base + room;
    if (end <= base || from >= limit)
        return 0;
    uintptr_t cuts[4] = {from, from > base ? from : base, end < limit ? end : limit, end};
    for (unsigned i = 0; i < 3; i++)
        if (cuts[i + 1] > cuts[i])
            parts[count++] = (struct part){(uint8_t *)cuts[i], cuts[i + 1] - cuts[i],
                                           cuts[i] - from, i == 1};
    return count;
}

static int fail(int error)
{
    errno = error;
    return -1;
}

static bool is_mapped(const struct part *part)
{
    return huvm_client_is_mapped(lpi_client(), part->at, part->bytes);
}

/* ---- mmap ---- */

static bool takes_mapping(void *address, size_t bytes, int access, int flags, off_t offset)
{
    const int never = MAP_FIXED | MAP_FIXED_NOREPLACE | MAP_STACK | MAP_GROWSDOWN | MAP_HUGETLB |
                      MAP_LOCKED
#ifdef MAP_32BIT
                      | MAP_32BIT
#endif
        ;
    return address == NULL && access == (PROT_READ | PROT_WRITE) && (flags & MAP_ANONYMOUS) != 0 &&
           (flags & MAP_TYPE) == MAP_PRIVATE && (flags & never) == 0 &&
           offset % (off_t)page_bytes() == 0 && lpi_takes(bytes);
}

/*
 * A private mapping of a file is a copy of its current contents. Pages past its end are
 * inaccessible.
 */
static bool fill_from(uint8_t *at, size_t bytes, int fd, off_t offset)
{
    uint8_t part[4096];
    size_t done = 0;
    while (done < bytes) {
        long n = syscall(SYS_pread64, fd, part, sizeof part, offset + (off_t)done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        if (n == 0)
            break;
        size_t used = (size_t)n < bytes - done ? (size_t)n : bytes - done;
        memcpy(at + done, part, used);
        done += used;
    }
    size_t whole = whole_pages(done);
    return whole >= bytes ||
           huvm_client_protect(lpi_client(), at + whole, bytes - whole, PROT_NONE);
}

/* A mapping over managed memory is managed too. */
static bool map_over(const struct part *part, int access, int flags, int fd, off_t offset)
{
    bool anonymous = (flags & MAP_ANONYMOUS) != 0;
    if ((flags & MAP_TYPE) != MAP_PRIVATE) {
        errno = ENOMEM;
        return false;
    }
    if (!anonymous && fcntl(fd, F_GETFD) < 0)
        return false;
    if (!huvm_client_map_at(lpi_client(), part->at, part->bytes,
                            (flags & MAP_FIXED_NOREPLACE) == 0)) {
        errno = EEXIST;
        return false;
    }
    if (access != (PROT_READ | PROT_WRITE) &&
        !huvm_client_protect(lpi_client(), part->at, part->bytes, PROT_READ | PROT_WRITE))
        return false;
    if (!anonymous && !fill_from(part->at, part->bytes, fd, offset + (off_t)part->before))
        return false;
    return access == (PROT_READ | PROT_WRITE) ||
           huvm_client_protect(lpi_client(), part->at, part->bytes, access);
}

static void *map_fixed(void *address, const struct part *parts, unsigned count, int access,
                       int flags, int fd, off_t offset)
{
    for (unsigned i = 0; i < count; i++) {
        const struct part *p = &parts[i];
        bool good = p->ours
                        ? map_over(p, access, flags, fd, offset)
                        : next.map(p->at, p->bytes, access, flags, fd,
                                   (flags & MAP_ANONYMOUS) != 0 ? 0 : offset + (off_t)p->before) !=
                              MAP_FAILED;
        if (!good)
            return MAP_FAILED;
    }
    return address;
}

static void *map_for(const void *caller, void *address, size_t bytes, int access, int flags, int fd,
                     off_t offset)
{
    struct part parts[3];
    bool alone;
    LPI_FIND(next.map, "mmap");
    unsigned count = (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) != 0 &&
                             offset % (off_t)page_bytes() == 0
                         ? split(address, bytes, parts)
                         : 0;
    if (count > 0)
        return map_fixed(address, parts, count, access, flags, fd, offset);
    if (takes_mapping(address, bytes, access, flags, offset) && !lpi_is_allocator(caller)) {
        void *block = lpi_take_mapping(bytes, &alone);
        if (!alone)
            return block != NULL ? block : MAP_FAILED;
    }
    return next.map(address, bytes, access, flags, fd, offset);
}

LPI_EXPORT void *mmap(void *address, size_t bytes, int access, int flags, int fd, off_t offset)
{
    return map_for(__builtin_return_address(0), address, bytes, access, flags, fd, offset);
}

#undef mmap64 /* musl's headers define it as mmap */
LPI_EXPORT void *mmap64(void *address, size_t bytes, int access, int flags, int fd, off64_t offset)
{
    return map_for(__builtin_return_address(0), address, bytes, access, flags, fd, offset);
}

LPI_EXPORT int munmap(void *address, size_t bytes)
{
    struct part parts[3];
    int answer = 0;
    LPI_FIND(next.unmap, "munmap");
    unsigned count = split(address, bytes, parts);
    if (count == 0)
        return next.unmap(address, bytes);
    for (unsigned i = 0; i < count; i++)
        if (parts[i].ours)
            huvm_client_unmap(lpi_client(), parts[i].at, parts[i].bytes);
        else if (next.unmap(parts[i].at, parts[i].bytes) != 0)
            answer = -1;
    return answer;
}

/* ---- mremap ---- */

/* The ranges of a move; `to` NULL: anywhere. */
struct move {
    uint8_t *from, *to;
    size_t old, bytes;
    bool keeps; /* the source stays mapped, and becomes zero */
};

static void *no_room(int error)
{
    errno = error;
    return MAP_FAILED;
}

/* Zeroed target, to which pages are copied afterwards. */
static uint8_t *make_target(const struct move *m)
{
    bool alone;
    if (m->to == NULL) {
        uint8_t *target = lpi_takes(m->bytes) ? lpi_take_mapping(m->bytes, &alone) : NULL;
        if (target != NULL)
            return target;
        target = next.map(NULL, m->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                          0);
        return target == MAP_FAILED ? NULL : target;
    }
    uint8_t *target = mmap(m->to, m->bytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    return target == MAP_FAILED ? NULL : target;
}

/* Gives pages that are not managed the access rights of the managed ones that they replace. */
static void copy_access(uint8_t *to, const uint8_t *from, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += page_bytes()) {
        int access = huvm_client_access_of(lpi_client(), from + i);
        if (access != (PROT_READ | PROT_WRITE))
            next.protect(to + i, page_bytes(), access);
    }
}

static void *move(const struct move *m)
{
    struct huvm_client *c = lpi_client();
    size_t copied = m->old < m->bytes ? m->old : m->bytes;
    int access = huvm_client_access_of(c, m->from + copied - 1);
    uint8_t *target = make_target(m);
    if (target == NULL)
        return no_room(ENOMEM);
    huvm_client_copy(c, target, m->from, copied);
    if (!lpi_has(target))
        copy_access(target, m->from, copied);
    if (m->bytes > copied && access != (PROT_READ | PROT_WRITE))
        mprotect(target + copied, m->bytes - copied, access);
    if (m->keeps)
        huvm_client_clear(c, m->from, m->old);
    else
        huvm_client_unmap(c, m->from, m->old);
    return target;
}

/* Grows in place. false: the following pages are in use. */
static bool grow(uint8_t *at, size_t old, size_t bytes)
{
    struct huvm_client *c = lpi_client();
    int access = huvm_client_access_of(c, at + old - 1);
    if (!huvm_client_map_at(c, at + old, bytes - old, false))
        return false;
    if (access != (PROT_READ | PROT_WRITE))
        huvm_client_protect(c, at + old, bytes - old, access);
    return true;
}

static bool overlap(const struct move *m)
{
    return m->to < m->from + m->old && m->from < m->to + m->bytes;
}

static bool is_valid(const struct move *m, int flags)
{
    const int known = MREMAP_MAYMOVE | MREMAP_FIXED | MREMAP_DONTUNMAP;
    bool fixed = (flags & MREMAP_FIXED) != 0;
    return (flags & ~known) == 0 && ((!fixed && !m->keeps) || (flags & MREMAP_MAYMOVE) != 0) &&
           (!m->keeps || m->old == m->bytes) && m->bytes > 0 && m->old > 0 &&
           m->bytes <= LONG_MAX && (!fixed || (is_aligned(m->to) && !overlap(m)));
}

static void *remap(struct move m, int flags)
{
    bool fixed = (flags & MREMAP_FIXED) != 0;
    if (!is_valid(&m, flags))
        return no_room(EINVAL);
    /* Only a move of the same size may take several mappings, since Linux 6.17. */
    if (!huvm_client_is_mapped(lpi_client(), m.from, m.old) ||
        ((m.bytes > m.old || m.keeps) && !huvm_client_is_uniform(lpi_client(), m.from, m.old)))
        return no_room(EFAULT);
    if (fixed || m.keeps)
        return move(&m);
    if (m.bytes < m.old)
        huvm_client_unmap(lpi_client(), m.from + m.bytes, m.old - m.bytes);
    if (m.bytes <= m.old || grow(m.from, m.old, m.bytes))
        return m.from;
    return (flags & MREMAP_MAYMOVE) != 0 ? move(&m) : no_room(ENOMEM);
}

/*
 * Whether memory that is not managed can be moved over managed memory; else errno. It may consist
 * of several mappings if its size stays.
 */
static bool can_move(const struct move *m)
{
    struct lpi_kernel_map map;
    for (uint8_t *at = m->from; at < m->from + m->old; at = (uint8_t *)map.end) {
        if (!lpi_kernel_map_of(at, &map) ||
            (map.end < (uintptr_t)m->from + m->old && m->old != m->bytes)) {
            errno = EFAULT;
            return false;
        }
        if (map.shared) {
            errno = ENOMEM;
            return false;
        }
    }
    return true;
}

/* Copies what is not managed, and its access rights, also where it is not readable. */
static void copy_mappings(const struct move *m, size_t copied)
{
    struct lpi_kernel_map map = {.access = PROT_READ | PROT_WRITE};
    size_t done = 0, part;
    for (; done < copied; done += part) {
        part = copied - done;
        if (lpi_kernel_map_of(m->from + done, &map) && map.end - (uintptr_t)(m->from + done) < part)
            part = map.end - (uintptr_t)(m->from + done);
        if ((map.access & PROT_READ) == 0)
            next.protect(m->from + done, part, PROT_READ);
        memcpy(m->to + done, m->from + done, part);
        if (m->keeps && (map.access & PROT_READ) == 0)
            next.protect(m->from + done, part, map.access);
        if (map.access != (PROT_READ | PROT_WRITE))
            mprotect(m->to + done, part, map.access);
    }
    if (m->bytes > copied && map.access != (PROT_READ | PROT_WRITE))
        mprotect(m->to + copied, m->bytes - copied, map.access);
}

/* Moves memory that is not managed over managed memory. */
static void *remap_into(const struct move *m, int flags)
{
    if (!is_valid(m, flags))
        return no_room(EINVAL);
    if (!can_move(m) || mmap(m->to, m->bytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
        return MAP_FAILED;
    copy_mappings(m, m->old < m->bytes ? m->old : m->bytes);
    if (m->keeps)
        next.advise(m->from, m->old, MADV_DONTNEED);
    else
        next.unmap(m->from, m->old);
    return m->to;
}

LPI_EXPORT void *mremap(void *address, size_t old, size_t bytes, int flags, ...)
{
    struct part parts[3];
    va_list arguments;
    va_start(arguments, flags);
    void *wish = (flags & (MREMAP_FIXED | MREMAP_DONTUNMAP)) != 0 ? va_arg(arguments, void *)
                                                                  : NULL;
    va_end(arguments);
    LPI_FIND(next.remap, "mremap");
    LPI_FIND(next.map, "mmap");
    LPI_FIND(next.unmap, "munmap");
    LPI_FIND(next.protect, "mprotect");
    LPI_FIND(next.advise, "madvise");
    struct move m = {address, (flags & MREMAP_FIXED) != 0 ? wish : NULL, whole_pages(old),
                     whole_pages(bytes), (flags & MREMAP_DONTUNMAP) != 0};
    if (!lpi_has(address) || !is_aligned(address)) {
        if ((flags & MREMAP_FIXED) != 0 && old > 0 && !lpi_has(address) && is_aligned(address) &&
            split(wish, bytes, parts) > 0)
            return remap_into(&m, flags);
        return next.remap(address, old, bytes, flags, wish);
    }
    unsigned count = split(address, m.old, parts);
    if (m.old > 0 && (count != 1 || !parts[0].ours))
        return no_room(EFAULT);
    return remap(m, flags);
}

/* ---- madvise ---- */

/* The kernel's result of the advice for such memory. */
static int advise_elsewhere(int advice)
{
    size_t bytes = page_bytes();
    void *page = (void *)syscall(SYS_mmap, NULL, bytes, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return fail(EAGAIN);
    int answer = next.advise(page, bytes, advice), error = errno;
    syscall(SYS_munmap, page, bytes);
    errno = error;
    return answer;
}

static void advise_pages(uint8_t *at, size_t bytes, int advice)
{
    switch (advice) {
    case MADV_DONTNEED:
    case MADV_DONTNEED_ALWAYS:
    case MADV_FREE: huvm_client_clear(lpi_client(), at, bytes); break;
    case MADV_DONTFORK:
    case MADV_DOFORK:
    case MADV_WIPEONFORK:
    case MADV_KEEPONFORK: huvm_client_inherit(lpi_client(), at, bytes, advice); break;
    default: break;
    }
}

LPI_EXPORT int madvise(void *address, size_t bytes, int advice)
{
    struct part parts[3];
    int answer = 0, error = 0, saved = errno;
    LPI_FIND(next.advise, "madvise");
    unsigned count = split(address, bytes, parts);
    if (count == 0)
        return next.advise(address, bytes, advice);
    /*
     * Otherwise these would take a page out of service, or install guards that are not tracked
     * here.
     */
    if (advice >= MADV_HWPOISON && advice <= MADV_GUARDS + 1)
        return fail(advice >= MADV_GUARDS ? EINVAL : EPERM);
    for (unsigned i = 0; i < count; i++) {
        const struct part *p = &parts[i];
        int one = p->ours ? advise_elsewhere(advice) : next.advise(p->at, p->bytes, advice);
        if (one == 0 && p->ours) {
            advise_pages(p->at, p->bytes, advice);
            one = is_mapped(p) ? 0 : fail(ENOMEM);
        }
        if (one != 0 && errno != ENOMEM)
            return one;
        error = one != 0 ? errno : error;
        answer = one != 0 ? one : answer;
    }
    errno = answer != 0 ? error : saved;
    return answer;
}

/* ---- access rights ---- */

static int protect(void *address, int access, const struct part *parts, unsigned count)
{
    if ((access & ~(PROT_READ | PROT_WRITE | PROT_EXEC | 8 /* PROT_SEM */)) != 0)
        return next.protect(address, 0, access) != 0 ? -1 : fail(EINVAL);
    for (unsigned i = 0; i < count; i++) {
        const struct part *p = &parts[i];
        if (p->ours ? !huvm_client_protect(lpi_client(), p->at, p->bytes, access)
                    : next.protect(p->at, p->bytes, access) != 0)
            return -1;
    }
    return 0;
}

LPI_EXPORT int mprotect(void *address, size_t bytes, int access)
{
    struct part parts[3];
    LPI_FIND(next.protect, "mprotect");
    unsigned count = split(address, bytes, parts);
    return count == 0 ? next.protect(address, bytes, access)
                      : protect(address, access, parts, count);
}

/* Protection keys other than key 0 are supported by the kernel only. */
LPI_EXPORT int pkey_mprotect(void *address, size_t bytes, int access, int key)
{
    struct part parts[3];
    LPI_FIND(next.protect_key, "pkey_mprotect");
    LPI_FIND(next.protect, "mprotect");
    unsigned count = split(address, bytes, parts);
    if (count == 0)
        return next.protect_key(address, bytes, access, key);
    return key == -1 || key == 0 ? protect(address, access, parts, count) : fail(EINVAL);
}

/* ---- residency ---- */

/*
 * The kernel's result of locking this many bytes, on a temporary mapping: managed memory is not
 * locked.
 */
static int lock_elsewhere(size_t bytes)
{
    void *at = (void *)syscall(SYS_mmap, NULL, bytes, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED)
        return fail(ENOMEM);
    int answer = (int)syscall(SYS_mlock2, at, bytes, MLOCK_ONFAULT), error = errno;
    syscall(SYS_munmap, at, bytes);
    errno = error;
    return answer;
}

static int lock_parts(const struct part *parts, unsigned count, unsigned flags, bool locks)
{
    for (unsigned i = 0; i < count; i++) {
        const struct part *p = &parts[i];
        int answer;
        if (!p->ours)
            answer = locks ? next.lock2(p->at, p->bytes, flags) : next.unlock(p->at, p->bytes);
        else
            answer = !is_mapped(p) ? fail(ENOMEM) : locks ? lock_elsewhere(p->bytes) : 0;
        if (answer != 0)
            return answer;
    }
    return 0;
}

static unsigned split_around(const void *address, size_t bytes, struct part parts[3])
{
    size_t before = (uintptr_t)address & (page_bytes() - 1);
    LPI_FIND(next.lock, "mlock");
    LPI_FIND(next.lock2, "mlock2");
    LPI_FIND(next.unlock, "munlock");
    return bytes == 0 || bytes + before < bytes
               ? 0
               : split((const uint8_t *)address - before, bytes + before, parts);
}

LPI_EXPORT int mlock(const void *address, size_t bytes)
{
    struct part parts[3];
    unsigned count = split_around(address, bytes, parts);
    return count == 0 ? next.lock(address, bytes) : lock_parts(parts, count, 0, true);
}

LPI_EXPORT int mlock2(const void *address, size_t bytes, unsigned flags)
{
    struct part parts[3];
    unsigned count = split_around(address, bytes, parts);
    if (count == 0 || (flags & ~(unsigned)MLOCK_ONFAULT) != 0)
        return next.lock2(address, bytes, flags);
    return lock_parts(parts, count, flags, true);
}

LPI_EXPORT int munlock(const void *address, size_t bytes)
{
    struct part parts[3];
    unsigned count = split_around(address, bytes, parts);
    return count == 0 ? next.unlock(address, bytes) : lock_parts(parts, count, 0, false);
}

/* The kernel writes its result to memory that is not managed. */
LPI_EXPORT int mincore(void *address, size_t bytes, unsigned char *pages)
{
    struct part parts[3];
    unsigned char some[256];
    LPI_FIND(next.core, "mincore");
    unsigned count = split(address, bytes, parts);
    for (unsigned i = 0; i < count; i++)
        if (parts[i].ours && !is_mapped(&parts[i]))
            return fail(ENOMEM);
    if (!lpi_has(pages) || !is_aligned(address))
        return next.core(address, bytes, pages);
    size_t left = whole_pages(bytes) / page_bytes();
    for (uint8_t *at = address; left > 0;) {
        size_t n = left < sizeof some ? left : sizeof some;
        if (next.core(at, n * page_bytes(), some) != 0)
            return -1;
        memcpy(pages, some, n);
        pages += n;
        at += n * page_bytes();
        left -= n;
    }
    return 0;
}

LPI_EXPORT int msync(void *address, size_t bytes, int flags)
{
    struct part parts[3];
    LPI_FIND(next.sync, "msync");
    unsigned count = split(address, bytes, parts);
    for (unsigned i = 0; i < count; i++)
        if (parts[i].ours && !is_mapped(&parts[i]))
            return next.sync(address, 0, flags) != 0 ? -1 : fail(ENOMEM);
    return next.sync(address, bytes, flags);
}

/* The kernel's result for memory without a file. */
LPI_EXPORT int remap_file_pages(void *address, size_t bytes, int access, size_t page, int flags)
{
    LPI_FIND(next.file_pages, "remap_file_pages");
    return lpi_has(address) ? fail(EINVAL) : next.file_pages(address, bytes, access, page, flags);
}
