/* SPDX-License-Identifier: Apache-2.0 */
/* Files by name, and their attributes. */
#define _GNU_SOURCE
#include "io_calls.h"
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

static int on_entry(const char *path, const struct stat *st, int kind)
{
    (void)path, (void)st, (void)kind;
    return 0;
}

/* Attributes that do not change between two runs. */
static void stat_facts(const struct stat *st)
{
    fact("size", (long)st->st_size);
    fact("mode", (long)st->st_mode);
    fact("links", (long)st->st_nlink);
}

static void stats(int fd)
{
    static const char *const names[] = {"stat", "lstat", "stat64", "lstat64"};
    struct stat *st;
    for (int i = 0; i < 4; i++) {
        st = mem(sizeof *st, NULL);
        TS(names[i], ARG(text("f")), ARG(st));
        stat_facts(st);
    }
    static const char *const opened[] = {"fstat", "fstat64", "__fstat64"};
    for (int i = 0; i < 3; i++) {
        st = mem(sizeof *st, NULL);
        TS(opened[i], fd, ARG(st));
        stat_facts(st);
    }
    static const char *const folder[] = {"fstatat", "fstatat64"};
    for (int i = 0; i < 2; i++) {
        st = mem(sizeof *st, NULL);
        TS(folder[i], AT_FDCWD, ARG(text("f")), ARG(st), 0);
        stat_facts(st);
    }
    static const char *const old[] = {"__xstat", "__xstat64", "__lxstat", "__lxstat64"};
    for (int i = 0; i < 4; i++) {
        st = mem(sizeof *st, NULL);
        TS(old[i], 1, ARG(text("f")), ARG(st));
        stat_facts(st);
    }
    static const char *const old_fd[] = {"__fxstat", "__fxstat64"};
    for (int i = 0; i < 2; i++) {
        st = mem(sizeof *st, NULL);
        TS(old_fd[i], 1, fd, ARG(st));
        stat_facts(st);
    }
    static const char *const old_at[] = {"__fxstatat", "__fxstatat64"};
    for (int i = 0; i < 2; i++) {
        st = mem(sizeof *st, NULL);
        TS(old_at[i], 1, AT_FDCWD, ARG(text("f")), ARG(st), 0);
        stat_facts(st);
    }
    by_syscall(true);
    st = mem(sizeof *st, NULL);
    TS("newfstatat", AT_FDCWD, ARG(text("f")), ARG(st), 0);
    stat_facts(st);
    by_syscall(false);
    struct statx *x = mem(sizeof *x, NULL);
    TS("statx", AT_FDCWD, ARG(text("f")), 0, 0x7ff, ARG(x));
    fact("size", (long)x->stx_size);
    TS("stat", ARG(text("nowhere")), ARG(mem(sizeof *st, NULL)));
    struct statfs *fs;
    static const char *const kinds[] = {"statfs", "statfs64", "__statfs"};
    for (int i = 0; i < 3; i++) {
        fs = mem(sizeof *fs, NULL);
        TS(kinds[i], ARG(text("f")), ARG(fs));
        fact("kind", (long)fs->f_type);
    }
    TS("fstatfs", fd, ARG(mem(sizeof *fs, NULL)));
    TS("fstatfs64", fd, ARG(mem(sizeof *fs, NULL)));
    TS("statvfs", ARG(text("f")), ARG(mem(200, NULL)));
    TS("statvfs64", ARG(text("f")), ARG(mem(200, NULL)));
    TS("ustat", 12345, ARG(mem(32, NULL)));
}

static void opens(void)
{
    static const char *const plain[] = {"open", "open64", "__open", "__open64"};
    static const char *const two[] = {"__open_2", "__open64_2"}, *const at[] = {"openat",
                                                                                "openat64"};
    static const char *const at_two[] = {"__openat_2", "__openat64_2"};
    static const char *const creats[] = {"creat", "creat64"};
    for (int i = 0; i < 4; i++)
        close((int)TS(plain[i], ARG(text("f")), O_RDONLY));
    close((int)TS("open", ARG(text("made")), O_CREAT | O_RDWR, 0640));
    for (int i = 0; i < 2; i++) {
        close((int)TS(two[i], ARG(text("f")), O_RDONLY));
        close((int)TS(at[i], AT_FDCWD, ARG(text("f")), O_RDONLY));
        close((int)TS(at_two[i], AT_FDCWD, ARG(text("f")), O_RDONLY));
        close((int)TS(creats[i], ARG(text("c")), 0600));
    }
    by_syscall(true);
    struct {
        uint64_t flags, mode, resolve;
    } how = {O_RDONLY, 0, 0};
    close((int)TS("openat2", AT_FDCWD, ARG(text("f")), ARG(mem(24, &how)), 24));
    by_syscall(false);
    TS("open", ARG(text("nowhere")), O_RDONLY);
    char *longer = malloc(20000);
    memset(longer, 'x', 19999);
    longer[19999] = '\0';
    TS("open", ARG(longer), O_RDONLY); /* too long */
    free(longer);
}

static void changes(int fd)
{
    int64_t times[4] = {1000, 0, 2000, 0};
    T("access", ARG(text("f")), R_OK);
    T("eaccess", ARG(text("f")), R_OK);
    T("euidaccess", ARG(text("f")), X_OK);
    T("faccessat", AT_FDCWD, ARG(text("f")), R_OK, 0);
    by_syscall(true);
    T("faccessat2", AT_FDCWD, ARG(text("f")), R_OK, 0);
    by_syscall(false);
    T("chmod", ARG(text("f")), 0640);
    T("lchmod", ARG(text("f")), 0600);
    T("fchmodat", AT_FDCWD, ARG(text("f")), 0644, 0);
    T("chown", ARG(text("f")), -1, -1);
    T("lchown", ARG(text("f")), -1, -1);
    T("fchownat", AT_FDCWD, ARG(text("f")), -1, -1, 0);
    T("truncate", ARG(text("f")), 4000);
    T("truncate64", ARG(text("f")), 3000);
    T("utime", ARG(text("f")), ARG(mem(16, times)));
    T("utimes", ARG(text("f")), ARG(mem(32, times)));
    T("lutimes", ARG(text("f")), ARG(mem(32, times)));
    T("futimes", fd, ARG(mem(32, times)));
    T("futimesat", AT_FDCWD, ARG(text("f")), ARG(mem(32, times)));
    T("utimensat", AT_FDCWD, ARG(text("f")), ARG(mem(32, times)), 0);
    T("futimens", fd, ARG(mem(32, times)));
    struct stat st;
    fstat(fd, &st);
    fact("changed", (long)st.st_mtime);
    T("pathconf", ARG(text("f")), _PC_NAME_MAX);
    T("ftok", ARG(text("nowhere")), 3);
}

static void links(void)
{
    T("link", ARG(text("f")), ARG(text("l1")));
    T("linkat", AT_FDCWD, ARG(text("f")), AT_FDCWD, ARG(text("l2")), 0);
    T("symlink", ARG(text("f")), ARG(text("s1")));
    T("symlinkat", ARG(text("f")), AT_FDCWD, ARG(text("s2")));
    T("readlink", ARG(text("s1")), ARG(mem(100, NULL)), 100);
    T("__readlink_chk", ARG(text("s1")), ARG(mem(100, NULL)), 100, 100);
    T("readlinkat", AT_FDCWD, ARG(text("s1")), ARG(mem(100, NULL)), 100);
    T("__readlinkat_chk", AT_FDCWD, ARG(text("s1")), ARG(mem(100, NULL)), 100, 100);
    T("rename", ARG(text("l1")), ARG(text("l3")));
    T("renameat", AT_FDCWD, ARG(text("l2")), AT_FDCWD, ARG(text("l4")));
    T("renameat2", AT_FDCWD, ARG(text("l4")), AT_FDCWD, ARG(text("l3")), 1);
    T("unlink", ARG(text("l3")));
    T("unlinkat", AT_FDCWD, ARG(text("l4")), 0);
    T("remove", ARG(text("s1")));
    T("unlink", ARG(text("s1")));
    T("mkdir", ARG(text("d1")), 0700);
    T("mkdirat", AT_FDCWD, ARG(text("d2")), 0700);
    T("rmdir", ARG(text("d2")));
    T("mkfifo", ARG(text("p1")), 0600);
    T("mkfifoat", AT_FDCWD, ARG(text("p2")), 0600);
    T("mknod", ARG(text("p3")), S_IFIFO | 0600, 0);
    T("mknodat", AT_FDCWD, ARG(text("p4")), S_IFIFO | 0600, 0);
    int64_t none = 0;
    T("__xmknod", 0, ARG(text("p5")), S_IFIFO | 0600, ARG(mem(8, &none)));
    T("__xmknodat", 0, AT_FDCWD, ARG(text("p6")), S_IFIFO | 0600, ARG(mem(8, &none)));
    T("revoke", ARG(text("f")));
}

static void paths(void)
{
    char here[4096];
    (void)!getcwd(here, sizeof here);
    char *p = mem(5000, NULL);
    fact("same", TS("getcwd", ARG(p), 5000) != 0 && strcmp(p, here) == 0);
    p = mem(5000, NULL);
    fact("same", TS("__getcwd_chk", ARG(p), 5000, 5000) != 0 && strcmp(p, here) == 0);
    T("getcwd", ARG(mem(2, NULL)), 1);
    by_syscall(true);
    p = mem(5000, NULL);
    TS("getcwd", ARG(p), 5000);
    fact("same", strcmp(p, here) == 0);
    by_syscall(false);
    p = mem(4096, NULL);
    TS("getwd", ARG(p));
    fact("same", strcmp(p, here) == 0);
    p = mem(4096, NULL);
    TS("__getwd_chk", ARG(p), 4096);
    fact("same", strcmp(p, here) == 0);
    p = mem(4096, NULL);
    TS("realpath", ARG(text("./d1/../f")), ARG(p));
    fact("same", strncmp(p, here, strlen(here)) == 0);
    p = mem(4096, NULL);
    TS("__realpath_chk", ARG(text("./d1/../f")), ARG(p), 4096);
    fact("same", strncmp(p, here, strlen(here)) == 0);
    TS("realpath", ARG(text("nowhere/x")), ARG(mem(4096, NULL)));
    TQ("canonicalize_file_name", ARG(text("f")));
    T("chdir", ARG(text("d1")));
    T("chdir", ARG(text("..")));
    T("chdir", ARG(text("nowhere")));
    T("ttyname_r", 0, ARG(mem(100, NULL)), 100);
    T("__ttyname_r_chk", 0, ARG(mem(100, NULL)), 100, 100);
    int tty = posix_openpt(O_RDWR | O_NOCTTY);
    TQ("ptsname_r", tty, ARG(mem(100, NULL)), 100);
    TQ("__ptsname_r_chk", tty, ARG(mem(100, NULL)), 100, 100);
    close(tty);
    TQ("getlogin_r", ARG(mem(100, NULL)), 100);
    TQ("__getlogin_r_chk", ARG(mem(100, NULL)), 100, 100);
}

static void made_names(void)
{
    static const char *const names[] = {"mkstemp", "mkstemp64", "mkostemp", "mkostemp64"};
    for (int i = 0; i < 4; i++) {
        char *p = text("tXXXXXX");
        int fd = (int)TS(names[i], ARG(p), 0);
        fact("there", access(p, F_OK) == 0 && fd >= 0);
        unlink(p);
        close(fd);
    }
    static const char *const more[] = {"mkstemps", "mkstemps64", "mkostemps", "mkostemps64"};
    for (int i = 0; i < 4; i++) {
        char *p = text("tXXXXXX.c");
        int fd = (int)TS(more[i], ARG(p), 2, 0);
        fact("there", access(p, F_OK) == 0 && fd >= 0);
        unlink(p);
        close(fd);
    }
    char *p = text("tXXXXXX");
    fact("itself", TS("mkdtemp", ARG(p)) == (long)p && rmdir(p) == 0);
    p = text("tXXXXXX");
    fact("itself", TS("mktemp", ARG(p)) == (long)p);
    p = text("tXXXXXX");
    fact("itself", TS("__mktemp", ARG(p)) == (long)p);
}

static void attributes(int fd)
{
    T("setxattr", ARG(text("f")), ARG(text("user.a")), ARG(mem(3000, NULL)), 3000, 0);
    T("lsetxattr", ARG(text("f")), ARG(text("user.b")), ARG(mem(30, NULL)), 30, 0);
    T("fsetxattr", fd, ARG(text("user.c")), ARG(mem(30, NULL)), 30, 0);
    T("getxattr", ARG(text("f")), ARG(text("user.a")), ARG(mem(4000, NULL)), 4000);
    T("lgetxattr", ARG(text("f")), ARG(text("user.b")), ARG(mem(4000, NULL)), 4000);
    T("fgetxattr", fd, ARG(text("user.c")), ARG(mem(4000, NULL)), 4000);
    T("fgetxattr", fd, ARG(text("user.c")), ARG(mem(4, NULL)), 4);
    T("listxattr", ARG(text("f")), ARG(mem(4000, NULL)), 4000);
    T("llistxattr", ARG(text("f")), ARG(mem(4000, NULL)), 4000);
    T("flistxattr", fd, ARG(mem(4000, NULL)), 4000);
    T("removexattr", ARG(text("f")), ARG(text("user.a")));
    T("lremovexattr", ARG(text("f")), ARG(text("user.b")));
    T("fremovexattr", fd, ARG(text("user.c")));
    int handle[34] = {128, 0};
    TS("name_to_handle_at", AT_FDCWD, ARG(text("f")), ARG(mem(136, handle)), ARG(mem(4, NULL)), 0);
    TS("open_by_handle_at", AT_FDCWD, ARG(mem(136, handle)), O_RDONLY);
}

/* Calls that an ordinary user may not make; the kernel refuses them only after it has read the
 * names. */
static void refused(void)
{
    int64_t none[16] = {0};
    TS("chroot", ARG(text("nowhere")));
    TS("mount", ARG(text("none")), ARG(text("nowhere")), ARG(text("tmpfs")), 0, ARG(text("a=b")));
    TS("umount", ARG(text("nowhere")));
    TS("umount2", ARG(text("nowhere")), 0);
    TS("mount_setattr", AT_FDCWD, ARG(text("nowhere")), 0, ARG(mem(32, none)), 32);
    TS("move_mount", AT_FDCWD, ARG(text("nowhere")), AT_FDCWD, ARG(text("nowhere2")), 0);
    TS("open_tree", AT_FDCWD, ARG(text("nowhere")), 0);
    TS("fsopen", ARG(text("tmpfs")), 0);
    TS("fspick", AT_FDCWD, ARG(text("nowhere")), 0);
    TS("fsconfig", 77, 1, ARG(text("key")), ARG(text("value")), 0);
    TS("pivot_root", ARG(text("nowhere")), ARG(text("nowhere2")));
    TS("swapon", ARG(text("nowhere")), 0);
    TS("swapoff", ARG(text("nowhere")));
    TS("acct", ARG(text("nowhere")));
    TS("quotactl", 0x80000700, ARG(text("nowhere")), 0, ARG(mem(128, NULL)));
    TS("uselib", ARG(text("nowhere")));
    TS("init_module", ARG(mem(3000, NULL)), 3000, ARG(text("")));
    TS("delete_module", ARG(text("nomodule")), 0);
    by_syscall(true);
    TS("finit_module", 77, ARG(text("")), 0);
    by_syscall(false);
}

static void by_library(void)
{
    static const char *const opens[] = {"fopen", "fopen64", "setmntent", "__setmntent"};
    static const char *const again[] = {"freopen", "freopen64"};
    for (int i = 0; i < 4; i++) {
        FILE *f = (FILE *)TS(opens[i], ARG(text("f")), ARG(text("r")));
        fact("first", getc(f));
        fclose(f);
    }
    for (int i = 0; i < 2; i++) {
        FILE *f = fopen("/dev/null", "r");
        f = (FILE *)TS(again[i], ARG(text("f")), ARG(text("r")), ARG(f));
        fact("first", getc(f));
        fclose(f);
    }
    TS("fopen", ARG(text("nowhere")), ARG(text("r")));
    DIR *folder = (DIR *)TS("opendir", ARG(text("d1")));
    fact("opened", folder != NULL && readdir(folder) != NULL);
    closedir(folder);
    static const char *const scans[] = {"scandir", "scandir64"}, *const at[] = {"scandirat",
                                                                                "scandirat64"};
    for (int i = 0; i < 2; i++) {
        struct dirent **list;
        T(scans[i], ARG(text("d1")), ARG(&list), 0, 0);
        T(at[i], AT_FDCWD, ARG(text("d1")), ARG(&list), 0, 0);
    }
    static const char *const walks[] = {"ftw", "ftw64", "nftw", "nftw64"};
    for (int i = 0; i < 4; i++)
        T(walks[i], ARG(text("d1")), ARG(on_entry), 3, 0);
    T("catopen", ARG(text("/nowhere/cat")), 0);
    TS("updwtmp", ARG(text("w")), ARG(mem(384, NULL)));
    TS("updwtmpx", ARG(text("w")), ARG(mem(384, NULL)));
    TQ("pututline", ARG(mem(384, NULL)));
    TQ("pututxline", ARG(mem(384, NULL)));
    TS("shm_open", ARG(text("/no/such")), O_RDWR, 0);
    TS("shm_unlink", ARG(text("/lp-io-none")));
    TQ("sem_open", ARG(text("/lp-io-none")), 0);
    TS("sem_unlink", ARG(text("/lp-io-none")));
    fact("loaded", TS("dlopen", ARG(text("libm.so.6")), RTLD_NOW) != 0);
    fact("loaded", TS("dlopen", ARG(text("libnowhere.so")), RTLD_NOW) != 0);
    fact("loaded", TS("dlmopen", 0, ARG(text("libm.so.6")), RTLD_NOW) != 0);
}

void calls_names(void)
{
    int fd = open("f", O_RDWR | O_CREAT | O_TRUNC, 0600);
    (void)!write(fd, "bytes of a file", 15);
    stats(fd);
    opens();
    changes(fd);
    links();
    paths();
    made_names();
    attributes(fd);
    refused();
    by_library();
    close(fd);
}
