/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Replacement memory for the arguments of one call. Large arguments keep their offset within a
 * page, which direct I/O requires, and one call remains one call, so that it is as atomic as
 * without the replacement.
 */
#define _GNU_SOURCE
#include "bounce.h"
#include "preload.h"
#include "room.h"
#include "types.h"
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <linux/fs.h>
#include <linux/fiemap.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { VECTORS = 1024, WHOLE_IOCTL = 4096 };

/* The kernel's limit of bytes per system call. */
static const size_t MOST = 0x7ffff000;

/* A copied argument, which is copied back to the program after the call. */
struct piece {
    struct piece *next;
    uint8_t *user, *copy, *before; /* before: the original contents, if the call may change the
                                      argument */
    size_t bytes, unit, more;      /* bytes counted by the return value, and bytes that are not */
    bool guarded;                  /* pages of the copy have the access rights of the argument's */
    enum { KEPT, CHANGED, ANSWERED, TEXT } back;
};

struct vectors {
    struct vectors *next;
    const struct iovec *user;
    struct iovec *copy;
    size_t count;
};

struct messages {
    struct msghdr *user, *copy;
    struct mmsghdr *many, *many_copy;
    unsigned count;
};

struct call {
    struct room room;
    struct piece *pieces;
    struct vectors *read; /* vectors that the call writes */
    struct messages messages;
    const long *values;
    long made[LPI_ARGUMENTS];
    long answer;
};

/* One word of a row of the table. */
struct word {
    char kind, how; /* how: 0, or one of @ ^ # */
    unsigned of;    /* number of an argument */
    size_t number, times, more;
};

static size_t number_of(const char **at)
{
    if (**at == '{') {
        const char *name = *at + 1;
        *at = strchr(name, '}') + 1;
        return lpi_type_bytes(name, (size_t)(*at - name) - 1);
    }
    return strtoul(*at, (char **)at, 10);
}

/* Parses the next word; false: no more. */
static bool take_word(const char **at, struct word *w)
{
    *w = (struct word){.kind = **at, .times = 1};
    if (w->kind == '\0')
        return false;
    (*at)++;
    if (**at == '@' || **at == '^' || **at == '#')
        w->how = *(*at)++;
    if (**at != '\0' && **at != ' ')
        w->number = number_of(at);
    w->of = w->how == '@' || w->how == '^' ? (unsigned)w->number : 0;
    if (**at == '*') {
        (*at)++;
        w->times = number_of(at);
    } else if (**at == '+') {
        (*at)++;
        w->more = number_of(at);
    }
    if (**at == ' ')
        (*at)++;
    return true;
}

bool lpi_peek(void *to, const void *from, size_t bytes)
{
    struct iovec here = {to, bytes}, there = {(void *)from, bytes};
    if (lpi_has(from) && bytes <= huvm_client_left(lpi_client(), from)) {
        if (huvm_client_open_bytes(lpi_client(), from, bytes, false) < bytes)
            return false;
        memcpy(to, from, bytes);
        return true;
    }
    int error = errno;
    ssize_t n = syscall(SYS_process_vm_readv, getpid(), &here, 1L, &there, 1L, 0L);
    if (n < 0 && errno != EFAULT) {
        memcpy(to, from, bytes); /* the kernel lacks the call, or a sandbox forbids it */
        n = (ssize_t)bytes;
    }
    errno = error;
    return n == (ssize_t)bytes;
}

static size_t ioctl_bytes(const long *values)
{
    struct fiemap map;
    size_t bytes = _IOC_SIZE((unsigned)values[1]);
    if ((unsigned)values[1] == FS_IOC_FIEMAP && lpi_peek(&map, (void *)values[2], sizeof map))
        bytes += map.fm_extent_count * sizeof(struct fiemap_extent);
    return bytes > WHOLE_IOCTL ? bytes : WHOLE_IOCTL;
}

/* Size of a word's memory; false: invalid, which the kernel is left to report. */
static bool bytes_of(const struct word *w, const long *values, size_t *bytes)
{
    uint32_t length;
    size_t count = (size_t)values[w->of];
    switch (w->how) {
    case '#': *bytes = ioctl_bytes(values); return true;
    case '^':
        if (!lpi_peek(&length, (void *)values[w->of], sizeof length) || (int32_t)length < 0)
            return false;
        *bytes = length;
        return true;
    case '@':
        if (w->kind == 'b' || w->times != 1)
            count = (uint32_t)count;
        if (w->kind == 'b')
            count = (int32_t)count < 0 ? SIZE_MAX : (count + 63) / 64 * 8;
        return (ssize_t)count >= 0 && !__builtin_mul_overflow(count, w->times, bytes) &&
               !__builtin_add_overflow(*bytes, w->more, bytes) && (ssize_t)*bytes >= 0;
    default: *bytes = w->number; return true;
    }
}

/* ---- before the call ---- */

static bool is_ours(long value)
{
    return lpi_has((const void *)value);
}

static struct piece *add_piece(struct call *c, long *value, size_t bytes)
{
    size_t room = bytes < MOST ? bytes : MOST;
    struct piece *p = lpi_room_take(&c->room, sizeof *p, NULL);
    if (p == NULL)
        return NULL;
    *p = (struct piece){.next = c->pieces, .user = (uint8_t *)*value, .bytes = room, .unit = 1};
    p->copy = lpi_room_take(&c->room, room, p->user);
    if (p->copy == NULL)
        return NULL;
    c->pieces = p;
    *value = (long)p->copy;
    return p;
}

/* Bytes of the argument in managed memory. */
static size_t inside(const struct piece *p)
{
    size_t left = huvm_client_left(lpi_client(), p->user);
    return p->bytes < left ? p->bytes : left;
}

/* Whether all of it is in managed memory; else errno. */
static bool is_whole(const struct piece *p)
{
    if (inside(p) == p->bytes)
        return true;
    errno = EFAULT;
    return false;
}

/* Bytes from `done` to the end of its page. */
static size_t part_of(const struct piece *p, size_t done)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), part = page - (uintptr_t)(p->user + done) % page;
    return part < inside(p) - done ? part : inside(p) - done;
}

static bool is_open(const struct piece *p, size_t done, size_t part, bool written)
{
    return huvm_client_open_bytes(lpi_client(), p->user + done, part, written) == part;
}

/* Copies the parts that the program can read. */
static void fill(const struct piece *p, uint8_t *to)
{
    for (size_t done = 0, part; done < inside(p); done += part) {
        part = part_of(p, done);
        if (is_open(p, done, part, false))
            memcpy(to + done, p->user + done, part);
    }
}

/* The kernel stops at the same byte of the copy as of the argument. */
static void protect_copy(const struct piece *p)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    for (size_t done = 0; done < inside(p); done += part_of(p, done))
        syscall(SYS_mprotect, (uintptr_t)(p->copy + done) / page * page, page,
                huvm_client_access_of(lpi_client(), p->user + done));
}

/*
 * Fills the copy if the call, or a comparison after it, reads the argument; `written`: the call
 * writes it. Pages that the program has protected against that are protected in the copy too.
 * false: no memory.
 */
static bool copy_in(struct call *c, struct piece *p, long *value, bool read, bool written)
{
    size_t whole = inside(p);
    p->guarded = !is_open(p, 0, whole, written);
    if (p->guarded && (p->copy = lpi_room_take_pages(&c->room, p->bytes, p->user)) == NULL)
        return false;
    *value = (long)p->copy;
    if (read && !p->guarded)
        memcpy(p->copy, p->user, whole);
    else if (read)
        fill(p, p->copy);
    if (p->guarded)
        protect_copy(p);
    return true;
}

static bool add_text(struct call *c, const struct word *w, long *value)
{
    const char *text = (const char *)*value;
    size_t left = huvm_client_left(lpi_client(), text);
    left = huvm_client_open_bytes(lpi_client(), text, left, false);
    size_t length = strnlen(text, left);
    if (length == left) {
        errno = EFAULT;
        return false;
    }
    struct piece *p = add_piece(c, value, length + 1);
    if (p == NULL)
        return false;
    memcpy(p->copy, text, length + 1);
    if (w->kind == 't')
        p->back = CHANGED;
    if (w->kind == 't' && (p->before = lpi_room_take(&c->room, p->bytes, NULL)) == NULL)
        return false;
    if (w->kind == 't')
        memcpy(p->before, p->copy, p->bytes);
    return true;
}

static bool peek_entry(char *const *at, char **entry)
{
    if (!is_ours((long)at)) {
        *entry = *at;
        return true;
    }
    if (lpi_peek(entry, at, sizeof *entry))
        return true;
    errno = EFAULT;
    return false;
}

static bool add_list(struct call *c, long *value)
{
    char *const *list = (char *const *)*value, *entry;
    size_t count = 0;
    if (list == NULL || !lpi_peek(&entry, list, sizeof entry))
        return true;
    while (entry != NULL)
        if (!peek_entry(&list[++count], &entry))
            return false;
    long *made = lpi_room_take(&c->room, (count + 1) * sizeof *made, NULL);
    if (made == NULL)
        return false;
    for (size_t i = 0; i <= count; i++) {
        made[i] = (long)list[i];
        if (is_ours(made[i]) && !add_text(c, &(struct word){.kind = 's'}, &made[i]))
            return false;
    }
    *value = (long)made;
    return true;
}

/*
 * `read`: the call writes them. *value is unchanged if it is invalid, which the kernel is left to
 * report.
 */
static bool add_vectors(struct call *c, long *value, size_t count, bool read)
{
    struct iovec *made;
    size_t sum = 0, filled = 0;
    if (count == 0 || count > VECTORS)
        return true;
    made = lpi_room_take(&c->room, count * sizeof *made, NULL);
    struct vectors *v = lpi_room_take(&c->room, sizeof *v, NULL);
    if (made == NULL || v == NULL)
        return false;
    if (!lpi_peek(made, (void *)*value, count * sizeof *made))
        return true;
    for (size_t i = 0; i < count; i++)
        if (__builtin_add_overflow(sum, made[i].iov_len, &sum) || (ssize_t)sum < 0)
            return true;
    *v = (struct vectors){c->read, (const struct iovec *)*value, made, count};
    for (size_t i = 0; i < count; i++) {
        size_t bytes = made[i].iov_len < MOST - filled ? made[i].iov_len : MOST - filled;
        long at = (long)made[i].iov_base;
        filled += bytes;
        if (bytes == 0 || !is_ours(at))
            continue;
        struct piece *p = add_piece(c, &at, bytes);
        if (p == NULL || (!read && !is_whole(p)) || !copy_in(c, p, &at, !read, read))
            return false;
        made[i].iov_base = p->copy;
    }
    if (read)
        c->read = v;
    *value = (long)made;
    return true;
}

/* Adds one message whose header has been copied. */
static bool add_message(struct call *c, struct msghdr *made, bool received)
{
    const struct {
        void **at;
        size_t bytes;
    } parts[] = {{&made->msg_name, made->msg_namelen}, {&made->msg_control, made->msg_controllen}};
    for (unsigned i = 0; i < 2; i++) {
        long at = (long)*parts[i].at;
        if (!is_ours(at) || parts[i].bytes > INT_MAX)
            continue;
        struct piece *p = add_piece(c, &at, parts[i].bytes);
        if (p == NULL || (!received && !is_whole(p)) || !copy_in(c, p, &at, true, received))
            return false;
        *parts[i].at = p->copy;
    }
    long vectors = (long)made->msg_iov;
    struct vectors *before = c->read;
    bool good = add_vectors(c, &vectors, (size_t)made->msg_iovlen, received);
    c->read = before; /* each message has a count of its own */
    made->msg_iov = (struct iovec *)vectors;
    return good;
}

static bool add_messages(struct call *c, const struct word *w, long *value)
{
    bool received = w->kind == 'M', many = w->how == '@';
    unsigned count = many ? (unsigned)c->values[w->of] : 1;
    size_t bytes = many ? sizeof(struct mmsghdr) : sizeof(struct msghdr);
    if (count == 0)
        return true;
    if (count > VECTORS)
        count = VECTORS;
    uint8_t *made = lpi_room_take(&c->room, count * bytes, NULL);
    if (made == NULL)
        return false;
    if (!lpi_peek(made, (void *)*value, count * bytes))
        return true;
    c->messages = (struct messages){(void *)*value, (void *)made, NULL, NULL, count};
    if (many)
        c->messages = (struct messages){NULL, NULL, (void *)*value, (void *)made, count};
    /* mmsghdr begins with a msghdr, in both the original and the copy. */
    for (unsigned i = 0; i < count; i++)
        if (!add_message(c, (struct msghdr *)(made + i * bytes), received))
            return false;
    *value = (long)made;
    return true;
}

static bool add_bytes(struct call *c, const struct word *w, long *value)
{
    size_t bytes;
    if (!bytes_of(w, c->values, &bytes) || (bytes > MOST && w->kind != 'i' && w->kind != 'o'))
        return true;
    struct piece *p = add_piece(c, value, bytes);
    if (p == NULL)
        return false;
    switch (w->kind) {
    case 'i': return is_whole(p) && copy_in(c, p, value, true, false);
    case 'o':
        p->back = ANSWERED;
        p->unit = w->times;
        p->more = w->more;
        return copy_in(c, p, value, false, true);
    case 'z': p->back = TEXT; return copy_in(c, p, value, false, true);
    default:
        p->back = CHANGED;
        p->before = lpi_room_take(&c->room, p->bytes, NULL);
        if (p->before == NULL || !copy_in(c, p, value, true, true))
            return false;
        fill(p, p->before);
        return true;
    }
}

static bool add(struct call *c, const struct word *w, long *value)
{
    switch (w->kind) {
    case 'v':
    case 'V': return add_vectors(c, value, (size_t)(int)c->values[w->of], w->kind == 'V');
    case 'm':
    case 'M': return add_messages(c, w, value);
    case 'a': return add_list(c, value);
    case 's':
    case 't': return !is_ours(*value) || add_text(c, w, value);
    case '-':
    case 'p': return true;
    default: return !is_ours(*value) || add_bytes(c, w, value);
    }
}

/* ---- after the call ---- */

static void scatter(const struct iovec *user, const struct iovec *copy, size_t count, size_t left)
{
    for (size_t i = 0; i < count && left > 0; i++) {
        size_t bytes = copy[i].iov_len < left ? copy[i].iov_len : left;
        if (user[i].iov_base != copy[i].iov_base)
            memcpy(user[i].iov_base, copy[i].iov_base, bytes);
        left -= bytes;
    }
}

static void give_text(void *user, const void *copy, size_t room, size_t bytes)
{
    if (user != copy && user != NULL)
        memcpy(user, copy, bytes < room ? bytes : room);
}

static void give_message(struct msghdr *user, const struct msghdr *copy, size_t bytes)
{
    if (user->msg_iov != copy->msg_iov)
        scatter(user->msg_iov, copy->msg_iov, (size_t)copy->msg_iovlen, bytes);
    give_text(user->msg_name, copy->msg_name, user->msg_namelen, copy->msg_namelen);
    give_text(user->msg_control, copy->msg_control, (size_t)user->msg_controllen,
              (size_t)copy->msg_controllen);
    user->msg_namelen = copy->msg_namelen;
    user->msg_controllen = copy->msg_controllen;
    user->msg_flags = copy->msg_flags;
}

static void give_messages(const struct messages *m, bool received, long answer)
{
    if (m->user != NULL && received && answer >= 0)
        give_message(m->user, m->copy, (size_t)answer);
    for (int i = 0; m->many != NULL && i < (int)answer; i++) {
        if (received)
            give_message(&m->many[i].msg_hdr, &m->many_copy[i].msg_hdr, m->many_copy[i].msg_len);
        m->many[i].msg_len = m->many_copy[i].msg_len;
    }
}

/* Copies back only bytes that the call changed. */
static void give_changes(const struct piece *p)
{
    for (size_t done = 0, part; done < inside(p); done += part) {
        part = part_of(p, done);
        if (p->guarded && !is_open(p, done, part, true))
            continue;
        for (size_t i = done; i < done + part; i++)
            if (p->copy[i] != p->before[i])
                p->user[i] = p->copy[i];
    }
}

static void give_piece(const struct piece *p, long answer)
{
    size_t bytes;
    switch (p->back) {
    case CHANGED: give_changes(p); break;
    case ANSWERED:
        if (answer < 0)
            break;
        bytes = (size_t)answer * p->unit + p->more;
        memcpy(p->user, p->copy, bytes < p->bytes ? bytes : p->bytes);
        break;
    case TEXT:
        if (answer == (long)p->copy)
            memcpy(p->user, p->copy, strnlen((char *)p->copy, p->bytes - 1) + 1);
        break;
    default: break;
    }
}

/* Converts an answer that points into a copied argument to the program's address. */
static long give(struct call *c, bool received, long answer)
{
    long said = answer;
    if (answer == UINT32_MAX)
        answer = -1; /* an int is returned, whose upper half is undefined; larger than any call's
                        count */
    for (const struct piece *p = c->pieces; p != NULL; p = p->next) {
        give_piece(p, p->unit == 1 ? answer : (int)answer);
        if (answer == (long)p->copy && answer != 0)
            said = (long)p->user;
    }
    for (const struct vectors *v = c->read; v != NULL && answer > 0; v = v->next)
        scatter(v->user, v->copy, v->count, (size_t)answer);
    give_messages(&c->messages, received, answer);
    return said;
}

long lpi_call(lpi_function function, long number, const long *v)
{
    return number < 0 ? function(v[0], v[1], v[2], v[3], v[4], v[5], v[6])
                      : function(number, v[0], v[1], v[2], v[3], v[4], v[5]);
}

static void make(struct call *c, lpi_function function, long number, const char *arguments)
{
    bool received = strchr(arguments, 'M') != NULL;
    struct word w;
    for (unsigned i = 0; i < LPI_ARGUMENTS && take_word(&arguments, &w); i++)
        if (!add(c, &w, &c->made[i]))
            return;
    c->answer = give(c, received, lpi_call(function, number, c->made));
}

/* The clean-up handler frees the copies if the thread is cancelled during the call. */
long lpi_bounce(lpi_function function, long number, const char *arguments, const long *values)
{
    struct call call;
    memset(&call, 0, offsetof(struct call, made));
    lpi_room_open(&call.room);
    call.values = values;
    memcpy(call.made, values, sizeof call.made);
    call.answer = -1;
    pthread_cleanup_push(lpi_room_close, &call.room);
    make(&call, function, number, arguments);
    pthread_cleanup_pop(1);
    return call.answer;
}

/* ---- which calls are replaced ---- */

static bool has_vectors(const struct iovec *at, size_t count)
{
    struct iovec some[16];
    if (count > VECTORS)
        return false;
    for (size_t done = 0; done < count;) {
        size_t n = count - done < 16 ? count - done : 16;
        if (!lpi_peek(some, at + done, n * sizeof *some))
            return false;
        for (size_t i = 0; i < n; i++)
            if (is_ours((long)some[i].iov_base) && some[i].iov_len > 0)
                return true;
        done += n;
    }
    return false;
}

static bool has_messages(const struct word *w, const long *values, long value)
{
    bool many = w->how == '@';
    unsigned count = many ? (unsigned)values[w->of] : 1;
    size_t bytes = many ? sizeof(struct mmsghdr) : sizeof(struct msghdr);
    for (unsigned i = 0; i < count && i < VECTORS; i++) {
        struct msghdr m;
        if (!lpi_peek(&m, (uint8_t *)value + i * bytes, sizeof m))
            return false;
        if (is_ours((long)m.msg_name) || is_ours((long)m.msg_control) || is_ours((long)m.msg_iov) ||
            has_vectors(m.msg_iov, (size_t)m.msg_iovlen))
            return true;
    }
    return false;
}

static bool has_list(long value)
{
    char *const *list = (char *const *)value, *first;
    if (list == NULL || !lpi_peek(&first, list, sizeof first))
        return false;
    for (; *list != NULL; list++)
        if (is_ours((long)*list))
            return true;
    return false;
}

static bool is_inside(const struct word *w, const long *values, long value)
{
    switch (w->kind) {
    case 'v':
    case 'V': return has_vectors((struct iovec *)value, (size_t)(int)values[w->of]);
    case 'm':
    case 'M': return has_messages(w, values, value);
    case 'a': return has_list(value);
    default: return false;
    }
}

bool lpi_is_bounced(const char *arguments, const long *values)
{
    struct word w;
    for (unsigned i = 0; i < LPI_ARGUMENTS && take_word(&arguments, &w); i++)
        if (w.kind != '-' && w.kind != 'p' && w.kind != 'w' && values[i] != 0 &&
            (is_ours(values[i]) || is_inside(&w, values, values[i])))
            return true;
    return false;
}

static void pin(const void *at, size_t bytes)
{
    int error = errno;
    if (lpi_has(at))
        huvm_client_pin(lpi_client(), at, bytes);
    errno = error;
}

static void pin_vectors(const struct iovec *at, size_t count)
{
    struct iovec one;
    pin(at, count * sizeof *at);
    for (size_t i = 0; i < count && i < VECTORS && lpi_peek(&one, at + i, sizeof one); i++)
        pin(one.iov_base, one.iov_len);
}

void lpi_pin_arguments(const char *arguments, const long *values)
{
    struct word w;
    size_t bytes;
    for (unsigned i = 0; i < LPI_ARGUMENTS && take_word(&arguments, &w); i++)
        if (w.kind == 'w')
            pin_vectors((struct iovec *)values[i], (size_t)(int)values[w.of]);
        else if (w.kind == 'p' && is_ours(values[i]) && bytes_of(&w, values, &bytes))
            pin((void *)values[i], bytes);
}
