/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every entry of the C library, by its effect on memory that may be managed. Without privilege the
 * kernel returns EFAULT at a chunk that is not resident, so the arguments that an entry passes to
 * the kernel are replaced by other memory, or pinned. tb/systems/huvm/entries_test.py compares this
 * table with the dynamic symbols of the installed C library.
 *
 *     CALL(name, arguments)    an entry of the C library
 *     BOTH(name, arguments)    and a system call of the same name with the same arguments
 *     KERNEL(name, arguments)  a system call only, made by syscall()
 *     PINS(name, arguments)    an entry whose memory the kernel uses later, or inside the C library
 *     UNDER(name, arguments)   the C library's function called by our own of that name (lpi_next)
 *     OWN(file, names)         implemented by our own functions in that file
 *     NONE(reason, names)      left unchanged; names may be patterns
 *
 * The first five have one word for each argument from the left:
 *
 *     -            passes no memory of the program to the kernel
 *     s  t  a      a string; a string that is changed; a NULL-terminated list of strings
 *     iN  xN  pN   N bytes that are read; that may be changed; that are pinned
 *     i@K x@K p@K  as many as argument K, counted from 0; @K*N, @K+N: N times as many, N more
 *     o@K          written, as many bytes as the return value; *N and +N as above
 *     z@K  zN      room for a string, which is returned
 *     x^K          as many as the socklen_t that argument K points to
 *     b@K          an fd_set for as many descriptors as argument K
 *     x#           determined by the request of an ioctl, argument 1
 *     v@K  V@K     argument K vectors that are read; written, as many bytes as the return value
 *     w@K          argument K vectors that are pinned
 *     m  M         a message that is sent; received
 *     m@K  M@K     argument K of them
 *
 * N is a number or a type in braces. No name has two rows; a pattern applies to names without a row
 * of their own. Symbols that are private to the C library (GLIBC_PRIVATE) have no rows.
 *
 * Made from the symbols of: glibc 2.36
 */

/* ---- bytes ---- */
BOTH(read, "- o@2")
CALL(__read, "- o@2")
CALL(__read_chk, "- o@2")
BOTH(pread64, "- o@2")
CALL(pread, "- o@2")
CALL(__pread64, "- o@2")
CALL(__pread_chk, "- o@2")
CALL(__pread64_chk, "- o@2")
BOTH(write, "- i@2")
CALL(__write, "- i@2")
BOTH(pwrite64, "- i@2")
CALL(pwrite, "- i@2")
CALL(__pwrite64, "- i@2")
BOTH(readv, "- V@2")
BOTH(preadv, "- V@2")
CALL(preadv64, "- V@2")
BOTH(preadv2, "- V@2")
CALL(preadv64v2, "- V@2")
BOTH(writev, "- v@2")
BOTH(pwritev, "- v@2")
CALL(pwritev64, "- v@2")
BOTH(pwritev2, "- v@2")
CALL(pwritev64v2, "- v@2")
BOTH(vmsplice, "- w@2")
BOTH(splice, "- x8 - x8")
BOTH(copy_file_range, "- x8 - x8")
BOTH(sendfile, "- - x8")
CALL(sendfile64, "- - x8")
OWN("entries.c", "process_vm_readv process_vm_writev syscall")
BOTH(getrandom, "o@1")
CALL(getentropy, "x@1")
CALL(arc4random_buf, "x@1")
/* The kernel leaves gaps between records unchanged. */
KERNEL(getdents, "- x@2")
BOTH(getdents64, "- x@2")
CALL(getdirentries, "- x@2 - x8")
CALL(getdirentries64, "- x@2 - x8")

/* ---- streams, which pass data longer than their buffer to the kernel directly ---- */
CALL(fputs, "s")
CALL(fputs_unlocked, "s")
CALL(puts, "s")
CALL(_IO_fputs, "s")
CALL(_IO_puts, "s")
OWN("stream.c", "fread fread_unlocked __fread_chk __fread_unlocked_chk _IO_fread fwrite "
                "fwrite_unlocked _IO_fwrite")
OWN("print.c", "printf fprintf dprintf vprintf vfprintf vdprintf _IO_printf _IO_fprintf "
               "_IO_vfprintf __printf_chk __fprintf_chk __dprintf_chk __vprintf_chk "
               "__vfprintf_chk __vdprintf_chk")

/* ---- sockets ---- */
CALL(recv, "- o@2")
CALL(__recv, "- o@2")
CALL(__recv_chk, "- o@2")
BOTH(recvfrom, "- o@2 - - x^5 x4")
CALL(send, "- i@2")
CALL(__send, "- i@2")
OWN("entries.c", "__recvfrom_chk")
BOTH(sendto, "- i@2 - - i@5")
BOTH(sendmsg, "- m")
BOTH(recvmsg, "- M")
BOTH(sendmmsg, "- m@2")
CALL(__sendmmsg, "- m@2")
BOTH(recvmmsg, "- M@2 - - x{timespec}")
BOTH(accept, "- x^2 x4")
BOTH(accept4, "- x^2 x4")
BOTH(getsockname, "- x^2 x4")
BOTH(getpeername, "- x^2 x4")
BOTH(bind, "- i@2")
CALL(bindresvport, "- x16")
CALL(rcmd, "- - s s s x4")
CALL(rcmd_af, "- - s s s x4")
CALL(rexec, "- - s s s x4")
CALL(rexec_af, "- - s s s x4")
BOTH(connect, "- i@2")
CALL(__connect, "- i@2")
BOTH(getsockopt, "- - - x^4 x4")
BOTH(setsockopt, "- - - i@4")
BOTH(socketpair, "- - - x8")

/* ---- descriptors ---- */
BOTH(pipe, "x8")
CALL(__pipe, "x8")
BOTH(pipe2, "x8")
BOTH(poll, "x@1*8")
CALL(__poll, "x@1*8")
CALL(__poll_chk, "x@1*8")
UNDER(ppoll, "x@1*8 - x{timespec} i8")
KERNEL(ppoll, "x@1*8 - x{timespec} i8")
BOTH(select, "- b@0 b@0 b@0 x{timeval}")
CALL(__select, "- b@0 b@0 b@0 x{timeval}")
UNDER(pselect, "- b@0 b@0 b@0 i{timespec} i8")
KERNEL(pselect6, "- b@0 b@0 b@0 x{timespec} i16")
BOTH(epoll_wait, "- o@2*{epoll_event}")
UNDER(epoll_pwait, "- o@2*{epoll_event} - - i8")
KERNEL(epoll_pwait, "- o@2*{epoll_event} - - i8")
UNDER(epoll_pwait2, "- o@2*{epoll_event} - i{timespec} i8")
KERNEL(epoll_pwait2, "- o@2*{epoll_event} - i{timespec} i8")
BOTH(epoll_ctl, "- - - i{epoll_event}")
CALL(eventfd_read, "- x8")
BOTH(fcntl, "- - x32")
CALL(fcntl64, "- - x32")
CALL(__fcntl, "- - x32")
BOTH(ioctl, "- - x#")
UNDER(signalfd, "- i8")
KERNEL(signalfd, "- i8")
KERNEL(signalfd4, "- i8")
BOTH(memfd_create, "s")
BOTH(inotify_add_watch, "- s")
BOTH(fanotify_mark, "- - - - s")

/* ---- times ---- */
BOTH(nanosleep, "i{timespec} x{timespec}")
CALL(__nanosleep, "i{timespec} x{timespec}")
CALL(thrd_sleep, "i{timespec} x{timespec}")
BOTH(clock_nanosleep, "- - i{timespec} x{timespec}")
BOTH(clock_gettime, "- x{timespec}")
CALL(__clock_gettime, "- x{timespec}")
BOTH(clock_getres, "- x{timespec}")
BOTH(clock_settime, "- i{timespec}")
BOTH(clock_adjtime, "- x{timex}")
CALL(timespec_get, "x{timespec}")
CALL(timespec_getres, "x{timespec}")
BOTH(gettimeofday, "x{timeval} x8")
CALL(__gettimeofday, "x{timeval} x8")
BOTH(settimeofday, "i{timeval} i8")
BOTH(time, "x8")
BOTH(adjtimex, "x{timex}")
CALL(__adjtimex, "x{timex}")
CALL(ntp_adjtime, "x{timex}")
BOTH(getitimer, "- x{itimerval}")
BOTH(setitimer, "- i{itimerval} x{itimerval}")
BOTH(timer_create, "- i{sigevent} x8")
BOTH(timer_gettime, "- x{itimerspec}")
BOTH(timer_settime, "- - i{itimerspec} x{itimerspec}")
BOTH(timerfd_gettime, "- x{itimerspec}")
BOTH(timerfd_settime, "- - i{itimerspec} x{itimerspec}")

/* ---- processes ---- */
CALL(wait, "x4")
CALL(__wait, "x4")
CALL(waitpid, "- x4")
CALL(__waitpid, "- x4")
CALL(wait3, "x4 - x{rusage}")
BOTH(wait4, "- x4 - x{rusage}")
BOTH(waitid, "- - x{siginfo} - x{rusage}")
KERNEL(execve, "s a a")
OWN("exec.c", "system popen execve execv execvp execvpe execl execlp execle fexecve execveat "
              "posix_spawn posix_spawnp")
KERNEL(execveat, "- s a a")
BOTH(getrusage, "- x{rusage}")
BOTH(getrlimit, "- x{rlimit}")
CALL(getrlimit64, "- x{rlimit}")
CALL(__getrlimit, "- x{rlimit}")
BOTH(setrlimit, "- i{rlimit}")
CALL(setrlimit64, "- i{rlimit}")
CALL(prlimit, "- - i{rlimit} x{rlimit}")
BOTH(prlimit64, "- - i{rlimit} x{rlimit}")
BOTH(times, "x{tms}")
BOTH(sysinfo, "x{sysinfo}")
BOTH(uname, "x{utsname}")
BOTH(getcpu, "x4 x4")
BOTH(getgroups, "- x@0*4")
CALL(__getgroups_chk, "- x@0*4")
BOTH(setgroups, "- i@0*4")
BOTH(getresuid, "x4 x4 x4")
BOTH(getresgid, "x4 x4 x4")
BOTH(capget, "x8 x24")
BOTH(capset, "x8 i24")
BOTH(sched_getparam, "- x{sched_param}")
CALL(__sched_getparam, "- x{sched_param}")
BOTH(sched_setparam, "- i{sched_param}")
BOTH(sched_setscheduler, "- - i{sched_param}")
CALL(__sched_setscheduler, "- - i{sched_param}")
KERNEL(sched_getattr, "- x@2")
KERNEL(sched_setattr, "- i56")
BOTH(sched_rr_get_interval, "- x{timespec}")
BOTH(sched_getaffinity, "- - x@1")
BOTH(sched_setaffinity, "- - i@1")
CALL(pthread_getaffinity_np, "- - x@1")
CALL(pthread_setaffinity_np, "- - i@1")
CALL(pthread_setname_np, "- s")
CALL(pthread_getname_np, "- x@2")
CALL(pthread_setschedparam, "- - i{sched_param}")
BOTH(prctl, "- x16 - - s")
PINS(ptrace, "- - - p4096")
CALL(sethostname, "i@1")
CALL(setdomainname, "i@1")
CALL(klogctl, "- o@2")
KERNEL(syslog, "- o@2")
BOTH(modify_ldt, "- o@2")
BOTH(pidfd_send_signal, "- - i{siginfo}")
BOTH(init_module, "i@1 s")
BOTH(delete_module, "s")
KERNEL(finit_module, "- s")
KERNEL(set_robust_list, "p24")
KERNEL(get_robust_list, "- x8 x8")
KERNEL(set_tid_address, "p4")
KERNEL(rseq, "p32")
KERNEL(futex, "p4 - - i{timespec} p4")

/* ---- signals ---- */
UNDER(sigprocmask, "- i{sigset} x8")
UNDER(pthread_sigmask, "- i{sigset} x8")
KERNEL(rt_sigprocmask, "- i8 x8")
KERNEL(rt_sigaction, "- i32 x32")
UNDER(sigpending, "x8")
KERNEL(rt_sigpending, "x8")
UNDER(sigsuspend, "i{sigset}")
KERNEL(rt_sigsuspend, "i8")
UNDER(sigwait, "i{sigset} x4")
UNDER(sigtimedwait, "i{sigset} x{siginfo} i{timespec}")
KERNEL(rt_sigtimedwait, "i8 x{siginfo} i{timespec}")
KERNEL(rt_sigqueueinfo, "- - i{siginfo}")
KERNEL(rt_tgsigqueueinfo, "- - - i{siginfo}")

/* ---- files by name ---- */
BOTH(open, "s")
CALL(open64, "s")
CALL(__open, "s")
CALL(__open64, "s")
CALL(__open_2, "s")
CALL(__open64_2, "s")
BOTH(openat, "- s")
CALL(openat64, "- s")
CALL(__openat_2, "- s")
CALL(__openat64_2, "- s")
KERNEL(openat2, "- s i@3")
BOTH(creat, "s")
CALL(creat64, "s")
BOTH(stat, "s x{stat}")
BOTH(lstat, "s x{stat}")
BOTH(fstat, "- x{stat}")
CALL(fstatat, "- s x{stat}")
CALL(stat64, "s x{stat}")
CALL(lstat64, "s x{stat}")
CALL(fstat64, "- x{stat}")
CALL(__fstat64, "- x{stat}")
CALL(fstatat64, "- s x{stat}")
KERNEL(newfstatat, "- s x{stat}")
CALL(__xstat, "- s x{stat}")
CALL(__xstat64, "- s x{stat}")
CALL(__lxstat, "- s x{stat}")
CALL(__lxstat64, "- s x{stat}")
CALL(__fxstat, "- - x{stat}")
CALL(__fxstat64, "- - x{stat}")
CALL(__fxstatat, "- - s x{stat}")
CALL(__fxstatat64, "- - s x{stat}")
BOTH(statx, "- s - - x256")
BOTH(statfs, "s x{statfs}")
CALL(__statfs, "s x{statfs}")
CALL(statfs64, "s x{statfs}")
BOTH(fstatfs, "- x{statfs}")
CALL(fstatfs64, "- x{statfs}")
BOTH(ustat, "- x32")
CALL(statvfs, "s")
CALL(statvfs64, "s")
BOTH(access, "s")
CALL(eaccess, "s")
CALL(euidaccess, "s")
BOTH(faccessat, "- s")
KERNEL(faccessat2, "- s")
BOTH(chdir, "s")
UNDER(chroot, "s")
KERNEL(chroot, "s")
BOTH(chmod, "s")
CALL(lchmod, "s")
BOTH(fchmodat, "- s")
BOTH(chown, "s")
BOTH(lchown, "s")
BOTH(fchownat, "- s")
BOTH(link, "s s")
BOTH(linkat, "- s - s")
BOTH(symlink, "s s")
BOTH(symlinkat, "s - s")
BOTH(rename, "s s")
BOTH(renameat, "- s - s")
BOTH(renameat2, "- s - s")
BOTH(unlink, "s")
BOTH(unlinkat, "- s")
CALL(remove, "s")
BOTH(rmdir, "s")
BOTH(mkdir, "s")
BOTH(mkdirat, "- s")
CALL(mkfifo, "s")
CALL(mkfifoat, "- s")
BOTH(mknod, "s")
BOTH(mknodat, "- s")
CALL(__xmknod, "- s - x8")
CALL(__xmknodat, "- - s - x8")
BOTH(truncate, "s")
CALL(truncate64, "s")
BOTH(utime, "s i16")
BOTH(utimes, "s i32")
CALL(lutimes, "s i32")
CALL(futimes, "- i32")
BOTH(futimesat, "- s i32")
BOTH(utimensat, "- s i32")
CALL(futimens, "- i32")
CALL(pathconf, "s")
BOTH(readlink, "s o@2")
CALL(__readlink_chk, "s o@2")
BOTH(readlinkat, "- s o@3")
CALL(__readlinkat_chk, "- s o@3")
CALL(getcwd, "z@1")
CALL(__getcwd_chk, "z@1")
KERNEL(getcwd, "o@1")
CALL(getwd, "z4096")
CALL(__getwd_chk, "z4096")
CALL(realpath, "s z4096")
CALL(__realpath_chk, "s z4096")
CALL(canonicalize_file_name, "s")
CALL(ttyname_r, "- x@2")
CALL(__ttyname_r_chk, "- x@2")
CALL(ptsname_r, "- x@2")
CALL(__ptsname_r_chk, "- x@2")
CALL(getlogin_r, "x@1")
CALL(__getlogin_r_chk, "x@1")
CALL(mktemp, "t")
CALL(__mktemp, "t")
CALL(mkdtemp, "t")
CALL(mkstemp, "t")
CALL(mkstemp64, "t")
CALL(mkstemps, "t")
CALL(mkstemps64, "t")
CALL(mkostemp, "t")
CALL(mkostemp64, "t")
CALL(mkostemps, "t")
CALL(mkostemps64, "t")
BOTH(getxattr, "s s o@3")
BOTH(lgetxattr, "s s o@3")
BOTH(fgetxattr, "- s o@3")
BOTH(setxattr, "s s i@3")
BOTH(lsetxattr, "s s i@3")
BOTH(fsetxattr, "- s i@3")
BOTH(listxattr, "s o@2")
BOTH(llistxattr, "s o@2")
BOTH(flistxattr, "- o@2")
BOTH(removexattr, "s s")
BOTH(lremovexattr, "s s")
BOTH(fremovexattr, "- s")
BOTH(name_to_handle_at, "- s x136 x4")
BOTH(open_by_handle_at, "- x136")
BOTH(mount, "s s s - s")
CALL(umount, "s")
BOTH(umount2, "s")
BOTH(mount_setattr, "- s - i@4")
BOTH(move_mount, "- s - s")
BOTH(open_tree, "- s")
BOTH(fsopen, "s")
BOTH(fspick, "- s")
BOTH(fsconfig, "- - s s")
BOTH(pivot_root, "s s")
BOTH(swapon, "s")
BOTH(swapoff, "s")
BOTH(acct, "s")
BOTH(quotactl, "- s - x128")
CALL(uselib, "s")
CALL(revoke, "s")
CALL(fopen, "s s")
CALL(fopen64, "s s")
CALL(freopen, "s s")
CALL(freopen64, "s s")
CALL(setmntent, "s s")
CALL(__setmntent, "s s")
CALL(opendir, "s")
CALL(scandir, "s")
CALL(scandir64, "s")
CALL(scandirat, "- s")
CALL(scandirat64, "- s")
CALL(ftw, "s")
CALL(ftw64, "s")
CALL(nftw, "s")
CALL(nftw64, "s")
CALL(catopen, "s")
CALL(ftok, "s")
CALL(updwtmp, "s i384")
CALL(updwtmpx, "s i384")
CALL(pututline, "i384")
CALL(pututxline, "i384")

OWN("load.c", "dlopen dlmopen")

/* ---- message queues and semaphores between processes ---- */
BOTH(msgsnd, "- i@2+8")
BOTH(msgrcv, "- o@2+8")
BOTH(msgctl, "- - x{msqid_ds}")
BOTH(shmctl, "- - x{shmid_ds}")
BOTH(semctl, "- - - x65536")
BOTH(semop, "- i@2*6")
BOTH(semtimedop, "- i@2*6 - i{timespec}")
BOTH(mq_open, "s - - i64")
CALL(__mq_open_2, "s")
BOTH(mq_unlink, "s")
CALL(mq_getattr, "- x64")
CALL(mq_setattr, "- i64 x64")
KERNEL(mq_getsetattr, "- i64 x64")
CALL(mq_send, "- i@2")
BOTH(mq_timedsend, "- i@2 - - i{timespec}")
CALL(mq_receive, "- o@2 - x4")
BOTH(mq_timedreceive, "- o@2 - x4 i{timespec}")
BOTH(mq_notify, "- i{sigevent}")
CALL(shm_open, "s")
CALL(shm_unlink, "s")
CALL(sem_open, "s")
CALL(sem_unlink, "s")

/* ---- waiting of threads: the kernel reads the word, and the C library aborts on an error ---- */
OWN("pins.c", "pthread_mutex_init __pthread_mutex_init pthread_mutex_lock __pthread_mutex_lock "
              "mtx_lock")
PINS(pthread_mutex_timedlock, "p40")
PINS(pthread_mutex_clocklock, "p40")
PINS(mtx_timedlock, "p40")
PINS(pthread_cond_wait, "p48 p40")
PINS(pthread_cond_timedwait, "p48 p40")
PINS(pthread_cond_clockwait, "p48 p40")
PINS(pthread_cond_signal, "p48")
PINS(pthread_cond_broadcast, "p48")
PINS(pthread_cond_destroy, "p48")
PINS(cnd_destroy, "p48")
PINS(cnd_wait, "p48 p40")
PINS(cnd_timedwait, "p48 p40")
PINS(cnd_signal, "p48")
PINS(cnd_broadcast, "p48")
PINS(pthread_rwlock_rdlock, "p56")
PINS(__pthread_rwlock_rdlock, "p56")
PINS(pthread_rwlock_wrlock, "p56")
PINS(__pthread_rwlock_wrlock, "p56")
PINS(pthread_rwlock_timedrdlock, "p56")
PINS(pthread_rwlock_timedwrlock, "p56")
PINS(pthread_rwlock_clockrdlock, "p56")
PINS(pthread_rwlock_clockwrlock, "p56")
PINS(pthread_barrier_wait, "p32")
PINS(pthread_once, "p4")
PINS(__pthread_once, "p4")
PINS(call_once, "p4")
PINS(sem_wait, "p32")
PINS(sem_timedwait, "p32")
PINS(sem_clockwait, "p32")

/* ---- memory in use after the call ---- */
PINS(setbuf, "- p8192")
PINS(setbuffer, "- p@2")
PINS(setvbuf, "- p@3")
PINS(pthread_attr_setstack, "- p@2")
OWN("pins.c", "makecontext sigaltstack aio_read aio_read64 aio_write aio_write64 aio_fsync "
              "aio_fsync64 lio_listio lio_listio64")
UNDER(setcontext, "p{ucontext}")
PINS(getcontext, "p{ucontext}")
PINS(swapcontext, "p{ucontext} p{ucontext}")
PINS(__sigsetjmp, "p{sigjmp_buf}")
PINS(sigsetjmp, "p{sigjmp_buf}")
PINS(setjmp, "p{sigjmp_buf}")

/* ---- mappings and signals, implemented by our own functions ---- */
OWN("mapping.c", "mmap mmap64 munmap mremap madvise mprotect mincore mlock mlock2 msync munlock "
                 "pkey_mprotect remap_file_pages")
OWN("malloc.c", "malloc calloc realloc reallocarray free memalign aligned_alloc posix_memalign "
                "valloc pvalloc malloc_usable_size")
OWN("signals.c", "bsd_signal __longjmp_chk _longjmp longjmp siglongjmp "
                 "pthread_attr_getsigmask_np pthread_attr_setsigmask_np pthread_sigmask ppoll "
                 "pselect epoll_pwait epoll_pwait2 setcontext sigaction sigblock siggetmask "
                 "sighold sigignore siginterrupt signal signalfd sigpause __xpg_sigpause "
                 "sigpending sigprocmask sigrelse sigset sigsetmask sigsuspend sigtimedwait "
                 "sigwait sigwaitinfo ssignal sysv_signal __sysv_signal")
OWN("masks.c", "__sigsuspend __ppoll_chk")
OWN("descriptors.c", "chroot close close_range closefrom dup dup2 dup3 seteuid setresuid "
                     "setreuid setuid")
OWN("fork.c", "__register_atfork")
NONE("change other mappings, or answer as for shared memory",
     "mlockall munlockall posix_madvise process_madvise pkey_alloc pkey_free pkey_get pkey_set "
     "shmat shmdt brk sbrk __sbrk sstk")
NONE("ask what takes over for memory, or for what is in it",
     "mallinfo mallinfo2 mallopt malloc_info malloc_stats malloc_trim mcheck* mprobe mtrace "
     "muntrace cfree __default_morecore __libc_malloc __libc_calloc __libc_realloc __libc_free "
     "__libc_memalign __libc_valloc __libc_pvalloc __libc_mallinfo __libc_mallopt __libc_freeres")
NONE("copy sets, actions and numbers, and give the kernel the copies",
     "__sigaction __sigpause sigvec sigstack sigreturn sigqueue pthread_sigqueue gsignal raise "
     "kill killpg tgkill pthread_kill psignal sigabbrev_np sigdescr_np sigaddset sigandset "
     "sigdelset sigemptyset sigfillset sigisemptyset sigismember sigorset __sigaddset __sigdelset "
     "__sigismember __libc_current_sigrtm* __libc_allocate_rtsig")
NONE("jump; the mask that they put back was pinned when it was kept", "_setjmp")

/* ---- not handled: the kernel gets managed memory; huvm.md describes the effects ---- */
NONE("a caller's own stack, which pthread_attr_setstack pins",
     "clone __clone pthread_create thrd_create pthread_attr_setstackaddr")
NONE("counts for a caller that profiles",
     "profil sprofil monstartup __monstartup moncontrol _mcleanup")
NONE("a base of addresses, which is no memory that is read or written", "arch_prctl __arch_prctl")
NONE("names for the resolver and the databases of names, which go through its own buffers",
     "getaddrinfo getaddrinfo_a getnameinfo gethost* getnet* getproto* getserv* getrpc* getalias* "
     "getpw* getgr* getsp* getsg* ether_* netname2* user2netname host2netname getnetname "
     "getpublickey getsecretkey initgroups innetgr rresvport* ruserok* iruserok* ruserpass "
     "__ivaliduser freeaddrinfo freeifaddrs getifaddrs if_* gai_* herror hstrerror inet* "
     "__cmsg_nxthdr *aliasent *fsent *grent *hostent *netent *netgrent *protoent *pwent *rpcent "
     "*servent *sgent *spent *ttyent *utent *utxent *usershell getut* getutxid getutxline "
     "fget*ent_r sget*ent* put*ent res_* __res_* dn_* __dn_* ns_* __nss_* getttynam getfs* "
     "__h_errno_location")
NONE("lines for a log or the standard error, in buffers of the C library's; words of a shell",
     "syslog vsyslog __syslog_chk __vsyslog_chk openlog closelog setlogmask error error_at_line "
     "err errx verr verrx warn warnx vwarn vwarnx perror fmtmsg addseverity wordexp wordfree "
     "getpass __assert __assert_fail __assert_perror_fail abort psiginfo argp_*")
NONE("buffers of streams are the C library's, or pinned by setvbuf; what is no longer than a "
     "buffer goes through it",
     "fclose fcloseall fflush fflush_unlocked fgetc fgetc_unlocked fgets fgets_unlocked "
     "__fgets_chk __fgets_unlocked_chk getc getc_unlocked getchar getchar_unlocked gets __gets_chk "
     "getw getline getdelim __getdelim _IO_* fputc fputc_unlocked putc putc_unlocked putchar "
     "putchar_unlocked putw ungetc ungetwc fgetwc* getwc* getwchar* fgetws* __fgetws* fputwc* "
     "putwc* putwchar* fputws* fwide fseek fseeko fseeko64 ftell ftello ftello64 fgetpos fgetpos64 "
     "fsetpos fsetpos64 rewind fileno fileno_unlocked feof feof_unlocked ferror ferror_unlocked "
     "clearerr clearerr_unlocked fdopen fmemopen open_memstream open_wmemstream fopencookie "
     "tmpfile tmpfile64 pclose flockfile ftrylockfile funlockfile setlinebuf *scanf __vfscanf "
     "__vsscanf *wprintf *wprintf_chk __*wprintf_chk _flushlbf __fbufsize __flbf __fpending "
     "__fpurge __freadable __freading __fsetlocking __fwritable __fwriting __overflow __uflow "
     "__underflow __woverflow __wuflow __wunderflow")

/* ---- entries that pass no memory of the program to the kernel ---- */
NONE("work on memory",
     "mem* __mem* str* __str* wcs* __wcs* wmem* __wmem* bcmp bcopy bzero __bzero swab index rindex "
     "rawmemchr __rawmemchr stp* __stp* wcp* __wcp* explicit_bzero __explicit_bzero_chk ffs* __ffs "
     "basename __xpg_basename dirname bsearch qsort qsort_r lfind lsearch insque remque *tsearch "
     "*tfind *tdelete tdestroy *twalk *twalk_r hcreate* hdestroy* hsearch* envz_* argz_* __argz_* "
     "obstack_* _obstack_* __obstack_* a64l l64a getsubopt fnmatch re_* reg* iconv* mb* __mb* "
     "*rtomb __wcrtomb_chk __wctomb_chk btowc wctob wctomb *asprintf *asprintf_chk *snprintf "
     "*snprintf_chk sprintf vsprintf __sprintf_chk __vsprintf_chk printf_size* parse_printf_format "
     "register_printf_* *confstr* sysconf __sysconf __xpg_strerror_r getopt* __posix_getopt")
NONE("numbers and characters",
     "is* __is* to* __to* _to* wct* __wct* wcwidth abs labs llabs imaxabs div ldiv lldiv imaxdiv "
     "ato* finite* __finite* copysign* frexp* ldexp* modf* scalbn* __signbit* *rand48 *rand48_r "
     "rand rand_r srand random random_r srandom srandom_r initstate* setstate* arc4random "
     "arc4random_uniform lcong48* seed48* [ef]cvt* q[efg]cvt* gcvt hton* ntoh* gnu_dev_* cfget* "
     "cfset* cfmakeraw difftime dysize rpmatch __ctype_* __fdelt_*")
NONE("languages, times of day and the environment, in memory of the C library",
     "*gettext bind*textdomain* textdomain *locale localeconv nl_langinfo* __nl_langinfo_l catgets "
     "catclose asctime* ctime* gmtime* __gmtime_r localtime* mktime timegm timelocal tzset "
     "getdate* getenv secure_getenv __secure_getenv setenv unsetenv putenv clearenv getauxval "
     "__getauxval ftime stime adjtime ntp_gettime* clock sleep usleep alarm ualarm pause nice")
NONE("objects and the start and end of a process",
     "dl_iterate_phdr dladdr dladdr1 dlclose dlerror dlinfo dlsym dlvsym _dl_* __cxa_* __libc_* "
     "__printf_fp __profile_frequency __x86_get_cpuid_feature_leaf __stack_chk_fail __chk_fail "
     "__errno_location exit _exit _Exit quick_exit on_exit daemon fork vfork _Fork __fork __vfork "
     "mcount _mcount __fentry__ __cyg_profile_func_* backtrace* __backtrace* gnu_get_libc_* "
     "__sched_cpu* __*_internal step advance ulimit vlimit vtimes")
NONE("descriptors, names of processes and rights, by numbers alone",
     "__close __dup2 dirfd fdatasync fsync sync syncfs sync_file_range fallocate* posix_fallocate* "
     "posix_fadvise* readahead fchdir fchmod fchown fchflags flock lockf lockf64 lseek lseek64 "
     "__lseek llseek ftruncate ftruncate64 fpathconf epoll_create* eventfd eventfd_write "
     "timerfd_create inotify_init* inotify_rm_watch fanotify_init pidfd_open pidfd_getfd "
     "process_mrelease fsmount tee listen shutdown socket sockatmark getp[gpr]* getpid gettid "
     "getuid geteuid getgid getegid getsid getpgid getpgrp getppid __getp[gi]* __bsd_getpgrp "
     "getpriority set*id set*pgrp __setpgid setpriority setns unshare personality umask ioperm "
     "iopl reboot vhangup sched_get_priority_* __sched_get* __sched_yield sched_getscheduler "
     "sched_yield sched_getcpu semget shmget msgget mq_close timer_delete timer_getoverrun "
     "clock_getcpuclockid getpagesize __getpagesize getdtablesize get_nprocs* get_*phys_pages "
     "gethostid")
NONE("terminals, hosts and folders: structures and buffers of the C library's, which it copies",
     "tc* ttyname ttyslot ctermid cuserid getlogin grantpt unlockpt ptsname posix_openpt getpt "
     "openpty forkpty login_tty login logout logwtmp isatty gtty stty gethostname "
     "__gethostname_chk getdomainname __getdomainname_chk getloadavg fstatvfs fstatvfs64 readdir* "
     "rewinddir seekdir telldir closedir fdopendir alphasort* versionsort* fts_* fts64_* glob* "
     "getutmp* utmpname utmpxname get_current_dir_name endmntent __endmntent getmntent* "
     "__getmntent_r addmntent hasmntopt tempnam tmpnam tmpnam_r getipv4sourcefilter "
     "setipv4sourcefilter getsourcefilter setsourcefilter lckpwdf ulckpwdf group_member "
     "getgrouplist setlogin chflags")
NONE("threads: nothing that is waited for in the kernel, or that is not the C library's own",
     "pthread_attr_* pthread_mutexattr_* __pthread_mutexattr_* pthread_condattr_* "
     "pthread_rwlockattr_* pthread_barrierattr_* pthread_spin_* pthread_key_* __pthread_key_create "
     "pthread_atfork pthread_barrier_destroy pthread_barrier_init pthread_cancel pthread_cond_init "
     "pthread_clockjoin_np pthread_detach pthread_equal pthread_exit pthread_getattr_* "
     "pthread_getconcurrency pthread_getcpuclockid pthread_getschedparam pthread_getspecific "
     "__pthread_getspecific pthread_join pthread_kill_other_threads_np pthread_mutex_consistent "
     "pthread_mutex_consistent_np pthread_mutex_destroy __pthread_mutex_destroy "
     "pthread_mutex_getprioceiling pthread_mutex_setprioceiling pthread_mutex_trylock "
     "__pthread_mutex_trylock pthread_mutex_unlock __pthread_mutex_unlock pthread_rwlock_destroy "
     "__pthread_rwlock_destroy pthread_rwlock_init __pthread_rwlock_init pthread_rwlock_tryrdlock "
     "__pthread_rwlock_tryrdlock pthread_rwlock_trywrlock __pthread_rwlock_trywrlock "
     "pthread_rwlock_unlock __pthread_rwlock_unlock pthread_self pthread_setattr_default_np "
     "pthread_setcancel* pthread_setconcurrency pthread_setschedprio pthread_setspecific "
     "__pthread_setspecific pthread_testcancel pthread_timedjoin_np pthread_tryjoin_np "
     "pthread_yield __pthread_cleanup_routine __pthread_register_cancel* "
     "__pthread_unregister_cancel* __pthread_unwind_next _pthread_cleanup_* thrd_current "
     "thrd_detach thrd_equal thrd_exit thrd_join thrd_yield tss_* mtx_destroy mtx_init mtx_trylock "
     "mtx_unlock cnd_init sem_close sem_destroy sem_getvalue sem_init sem_post sem_trywait")
NONE("of requests whose memory is pinned",
     "aio_cancel* aio_error* aio_init aio_return* aio_suspend* posix_spawn_file_actions_* "
     "posix_spawnattr_*")
NONE("calls of another machine over sockets, in buffers of the C library's",
     "authdes_* authnone_* authunix_* _authenticate clnt* svc* xdr* xprt_* key_* pmap_* callrpc "
     "registerrpc rtime _rpc_* __rpc_* _seterr_reply get_myaddress cbc_crypt ecb_crypt "
     "des_setparity passwd2des xencrypt xdecrypt getrpcport")
NONE("answer ENOSYS",
     "create_module query_module get_kernel_syms nfsservctl bdflush sysctl __sysctl fattach "
     "fdetach getmsg getpmsg putmsg putpmsg isastream tr_break")
