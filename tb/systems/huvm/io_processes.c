/* SPDX-License-Identifier: Apache-2.0 */
/* Times, signals, processes, and messages between them. */
#define _GNU_SOURCE
#include "io_calls.h"
#include <errno.h>
#include <mqueue.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/timex.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void seconds(const char *name, long a, void *p, bool first)
{
    TQ(name, first ? ARG(p) : a, first ? a : ARG(p));
    fact("later", *(time_t *)p > 1000000000);
}

void calls_times(void)
{
    struct timespec none = {0, 1000}, past = {1, 0};
    struct itimerval no_timer = {{0, 0}, {0, 0}};
    struct itimerspec later = {{0, 0}, {1000, 0}};
    T("nanosleep", ARG(mem(16, &none)), ARG(mem(16, NULL)));
    T("__nanosleep", ARG(mem(16, &none)), ARG(mem(16, NULL)));
    T("thrd_sleep", ARG(mem(16, &none)), ARG(mem(16, NULL)));
    T("clock_nanosleep", CLOCK_REALTIME, TIMER_ABSTIME, ARG(mem(16, &past)), ARG(mem(16, NULL)));
    struct timespec bad = {0, -1};
    T("nanosleep", ARG(mem(16, &bad)), 0);
    seconds("clock_gettime", CLOCK_REALTIME, mem(16, NULL), false);
    seconds("__clock_gettime", CLOCK_REALTIME, mem(16, NULL), false);
    TS("clock_gettime", CLOCK_PROCESS_CPUTIME_ID, ARG(mem(16, NULL)));
    T("clock_gettime", 77, ARG(mem(16, NULL)));
    T("clock_getres", CLOCK_REALTIME, ARG(mem(16, NULL)));
    TS("clock_settime", CLOCK_MONOTONIC, ARG(mem(16, &past)));
    TS("clock_adjtime", 77, ARG(mem(sizeof(struct timex), NULL)));
    seconds("timespec_get", TIME_UTC, mem(16, NULL), true);
    T("timespec_getres", ARG(mem(16, NULL)), TIME_UTC);
    seconds("gettimeofday", 0, mem(16, NULL), true);
    seconds("__gettimeofday", 0, mem(16, NULL), true);
    struct timeval strange = {0, -1};
    TS("settimeofday", ARG(mem(16, &strange)), 0);
    seconds("time", 0, mem(8, NULL), true);
    static const char *const adjusts[] = {"adjtimex", "__adjtimex", "ntp_adjtime"};
    for (int i = 0; i < 3; i++) {
        struct timex look = {.modes = 0}, *p = mem(sizeof look, &look);
        TS(adjusts[i], ARG(p));
        fact("later", p->time.tv_sec > 1000000000);
    }
    T("setitimer", ITIMER_VIRTUAL, ARG(mem(sizeof no_timer, &no_timer)),
      ARG(mem(sizeof no_timer, NULL)));
    T("getitimer", ITIMER_VIRTUAL, ARG(mem(sizeof no_timer, NULL)));
    struct sigevent nobody = {.sigev_notify = SIGEV_NONE};
    timer_t *timer = mem(8, NULL);
    TS("timer_create", CLOCK_REALTIME, ARG(mem(sizeof nobody, &nobody)), ARG(timer));
    timer_t made = *timer;
    T("timer_settime", ARG(made), 0, ARG(mem(sizeof later, &later)), ARG(mem(sizeof later, NULL)));
    TS("timer_gettime", ARG(made), ARG(mem(sizeof later, NULL)));
    timer_delete(made);
    TS("timerfd_settime", 77, 0, ARG(mem(sizeof later, &later)), ARG(mem(sizeof later, NULL)));
    TS("timerfd_gettime", 77, ARG(mem(sizeof later, NULL)));
}

static void child_exits(int status)
{
    pid_t child = fork();
    if (child == 0)
        _exit(status);
}

static void waits(void)
{
    static const char *const any[] = {"wait", "__wait"}, *const one[] = {"waitpid", "__waitpid"};
    for (int i = 0; i < 2; i++) {
        child_exits(3);
        int *status = mem(4, NULL);
        TS(any[i], ARG(status));
        fact("status", *status);
        child_exits(4);
        status = mem(4, NULL);
        TS(one[i], -1, ARG(status), 0);
        fact("status", *status);
    }
    child_exits(5);
    int *status = mem(4, NULL);
    struct rusage *use = mem(sizeof *use, NULL);
    TS("wait3", ARG(status), 0, ARG(use));
    fact("status", *status);
    child_exits(6);
    status = mem(4, NULL);
    TS("wait4", -1, ARG(status), 0, ARG(mem(sizeof *use, NULL)));
    fact("status", *status);
    child_exits(7);
    siginfo_t *info = mem(sizeof *info, NULL);
    TS("waitid", P_ALL, 0, ARG(info), WEXITED);
    fact("status", info->si_status);
    T("wait", ARG(mem(4, NULL)));
}

static char **words(const char *third)
{
    char *all[4] = {text("sh"), text("-c"), text(third), NULL};
    return list(sizeof all, all);
}

static char **environment(void)
{
    char *all[3] = {text("PATH=/bin:/usr/bin"), text("WORD=large"), NULL};
    return list(sizeof all, all);
}

/* A child has no managed memory. */
static void exec_one(const char *name, int which)
{
    static char *const some[] = {"sh", "-c", "exit 7", NULL};
    static char *const none[] = {NULL};
    pid_t child = fork();
    int status = 0;
    if (child == 0) {
        if (which == 0)
            execv("/bin/sh", some);
        else if (which == 1)
            execvp("sh", some);
        else if (which == 2)
            execl("/bin/sh", "sh", "-c", "exit 8", NULL);
        else if (which == 3)
            execlp("sh", "sh", "-c", "exit 9", NULL);
        else
            execle("/bin/sh", "sh", "-c", "exit 10", NULL, none);
        _exit(99);
    }
    waitpid(child, &status, 0);
    fact(name, WEXITSTATUS(status));
}

/* In the parent: a child has no managed memory, but those made for exec share that of the
 * parent. */
static void programs(void)
{
    pid_t *pid;
    int status;
    static const char *const spawns[] = {"posix_spawn", "posix_spawnp"};
    for (int i = 0; i < 2; i++) {
        pid = mem(4, NULL);
        T(spawns[i] + 0, 0, ARG(text("/nowhere")), 0, 0, ARG(words("exit 3")), ARG(environment()));
        TS(spawns[i], ARG(pid), ARG(text("/bin/sh")), 0, 0, ARG(words("test $WORD = large")),
           ARG(environment()));
        waitpid(*pid, &status, 0);
        fact("status", status);
    }
    T("system", ARG(text("exit 5")));
    FILE *f = (FILE *)TS("popen", ARG(text("exit 6")), ARG("r"));
    fact("status", pclose(f));
    /* A file that cannot be executed gives an error, and the program continues. */
    T("execve", ARG(text("/nowhere")), ARG(words("x")), ARG(environment()));
    T("execv", ARG(text("/nowhere")), ARG(words("x")));
    T("execvp", ARG(text("/nowhere")), ARG(words("x")));
    T("execvpe", ARG(text("/nowhere")), ARG(words("x")), ARG(environment()));
    T("fexecve", 0, ARG(words("x")), ARG(environment()));
    T("execveat", -100, ARG(text("/nowhere")), ARG(words("x")), ARG(environment()), 0);
    T("execl", ARG(text("/nowhere")), ARG(text("x")), ARG(text("y")), 0);
    T("execlp", ARG(text("/nowhere")), ARG(text("x")), ARG(text("y")), 0);
    T("execle", ARG(text("/nowhere")), ARG(text("x")), ARG(text("y")), 0, ARG(environment()));
    static const char *const forms[] = {"execv", "execvp", "execl", "execlp", "execle"};
    for (int i = 0; i < 5; i++)
        exec_one(forms[i], i);
}

static void limits(void)
{
    struct rlimit all = {10, 20}, *p;
    static const char *const gets[] = {"getrlimit", "getrlimit64", "__getrlimit"};
    static const char *const sets[] = {"setrlimit", "setrlimit64"}, *const both[] = {"prlimit",
                                                                                     "prlimit64"};
    for (int i = 0; i < 2; i++)
        T(sets[i], RLIMIT_SIGPENDING, ARG(mem(sizeof all, &all)));
    for (int i = 0; i < 3; i++)
        T(gets[i], RLIMIT_SIGPENDING, ARG(mem(sizeof all, NULL)));
    for (int i = 0; i < 2; i++)
        T(both[i], 0, RLIMIT_SIGPENDING, ARG(mem(sizeof all, &all)), ARG(mem(sizeof all, NULL)));
    TS("setrlimit", 77, ARG(p = mem(sizeof all, &all)));
    TS("getrusage", RUSAGE_SELF, ARG(mem(sizeof(struct rusage), NULL)));
    TQ("times", ARG(mem(sizeof(struct tms), NULL)));
    struct sysinfo *info = mem(sizeof *info, NULL);
    TS("sysinfo", ARG(info));
    fact("unit", info->mem_unit);
    T("uname", ARG(mem(sizeof(struct utsname), NULL)));
    TS("getcpu", ARG(mem(4, NULL)), ARG(mem(4, NULL)));
    T("getgroups", 50, ARG(mem(200, NULL)));
    T("__getgroups_chk", 50, ARG(mem(200, NULL)), 200);
    int groups[2] = {1, 2};
    TS("setgroups", 2, ARG(mem(8, groups)));
    T("getresuid", ARG(mem(4, NULL)), ARG(mem(4, NULL)), ARG(mem(4, NULL)));
    T("getresgid", ARG(mem(4, NULL)), ARG(mem(4, NULL)), ARG(mem(4, NULL)));
    uint32_t head[2] = {0x20080522, 0};
    T("capget", ARG(mem(8, head)), ARG(mem(24, NULL)));
    uint32_t none[6] = {0};
    T("capset", ARG(mem(8, head)), ARG(mem(24, none)));
    T("sethostname", ARG(mem(8, NULL)), 8);
    T("setdomainname", ARG(mem(8, NULL)), 8);
    TS("klogctl", 3, ARG(mem(100, NULL)), 100);
    by_syscall(true);
    TS("syslog", 3, ARG(mem(100, NULL)), 100);
    by_syscall(false);
    T("modify_ldt", 0, ARG(mem(64, NULL)), 64);
}

static void scheduling(void)
{
    struct sched_param none = {0};
    static const char *const gets[] = {"sched_getparam", "__sched_getparam"};
    static const char *const sets[] = {"sched_setscheduler", "__sched_setscheduler"};
    for (int i = 0; i < 2; i++) {
        T(gets[i], 0, ARG(mem(sizeof none, NULL)));
        T(sets[i], 0, SCHED_OTHER, ARG(mem(sizeof none, &none)));
    }
    T("sched_setparam", 0, ARG(mem(sizeof none, &none)));
    by_syscall(true);
    TS("sched_getattr", 0, ARG(mem(56, NULL)), 56, 0);
    uint32_t attributes[14] = {56, 0};
    T("sched_setattr", 0, ARG(mem(56, attributes)), 0);
    by_syscall(false);
    TS("sched_rr_get_interval", 0, ARG(mem(16, NULL)));
    cpu_set_t *set = mem(sizeof *set, NULL);
    T("sched_getaffinity", 0, sizeof *set, ARG(set));
    T("sched_setaffinity", 0, sizeof *set, ARG(mem(sizeof *set, set)));
    T("pthread_getaffinity_np", ARG(pthread_self()), sizeof *set, ARG(mem(sizeof *set, NULL)));
    T("pthread_setaffinity_np", ARG(pthread_self()), sizeof *set, ARG(mem(sizeof *set, set)));
    T("pthread_setschedparam", ARG(pthread_self()), SCHED_OTHER, ARG(mem(sizeof none, &none)));
    T("pthread_setname_np", ARG(pthread_self()), ARG(text("named")));
    T("pthread_getname_np", ARG(pthread_self()), ARG(mem(16, NULL)), 16);
    T("prctl", PR_SET_NAME, ARG(text("again")));
    T("prctl", PR_GET_NAME, ARG(mem(16, NULL)));
    TS("ptrace", 1, 0, 0, ARG(mem(8, NULL)));
    TS("pidfd_send_signal", 77, 0, ARG(mem(128, NULL)), 0);
}

static void signals(void)
{
    sigset_t set = {0}, none = {0};
    struct timespec at_once = {0, 0};
    sigemptyset(&none);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGUSR2);
    static const char *const masks[] = {"sigprocmask", "pthread_sigmask"};
    for (int i = 0; i < 2; i++)
        T(masks[i], SIG_BLOCK, ARG(mem(sizeof set, &set)), ARG(mem(sizeof set, NULL)));
    T("sigprocmask", 77, ARG(mem(sizeof set, &set)), 0);
    by_syscall(true);
    T("rt_sigprocmask", SIG_BLOCK, ARG(mem(8, &set)), ARG(mem(8, NULL)), 8);
    T("rt_sigpending", ARG(mem(8, NULL)), 8);
    T("rt_sigtimedwait", ARG(mem(8, &set)), ARG(mem(128, NULL)), ARG(mem(16, &at_once)), 8);
    T("rt_sigaction", SIGUSR2, 0, ARG(mem(32, NULL)), 8);
    by_syscall(false);
    raise(SIGUSR1);
    T("sigpending", ARG(mem(sizeof set, NULL)));
    int *number = mem(4, NULL);
    T("sigwait", ARG(mem(sizeof set, &set)), ARG(number));
    fact("number", *number);
    static const char *const timed[] = {"sigtimedwait"};
    for (int i = 0; i < 1; i++) {
        raise(SIGUSR2);
        siginfo_t *info = mem(sizeof *info, NULL);
        TS(timed[i], ARG(mem(sizeof set, &set)), ARG(info), ARG(mem(16, &at_once)));
        fact("number", info->si_signo);
        T(timed[i], ARG(mem(sizeof set, &set)), ARG(mem(128, NULL)), ARG(mem(16, &at_once)));
    }
    raise(SIGUSR1);
    siginfo_t *info = mem(sizeof *info, NULL);
    TS("sigwaitinfo", ARG(mem(sizeof set, &set)), ARG(info));
    fact("number", info->si_signo);
    by_syscall(true);
    TS("rt_sigqueueinfo", 1, SIGUSR1, ARG(mem(128, NULL)));
    TS("rt_tgsigqueueinfo", 1, 1, SIGUSR1, ARG(mem(128, NULL)));
    by_syscall(false);
    signal(SIGUSR1, SIG_IGN);
}

static void on_signal(int number)
{
    (void)number;
}

static void suspends(void)
{
    sigset_t none = {0}, usr = {0};
    sigemptyset(&none);
    sigemptyset(&usr);
    sigaddset(&usr, SIGUSR1);
    signal(SIGUSR1, on_signal);
    sigprocmask(SIG_BLOCK, &usr, NULL);
    static const char *const names[] = {"sigsuspend", "__sigsuspend"};
    for (int i = 0; i < 2; i++) {
        raise(SIGUSR1);
        T(names[i], ARG(mem(sizeof none, &none)));
    }
    by_syscall(true);
    raise(SIGUSR1);
    T("rt_sigsuspend", ARG(mem(8, &none)), 8);
    by_syscall(false);
}

void calls_processes(void)
{
    waits();
    programs();
    limits();
    scheduling();
    signals();
    suspends();
}

static void system_five(void)
{
    struct msgbuf *m;
    long head = 3;
    int q = msgget(IPC_PRIVATE, 0600 | IPC_CREAT), s = semget(IPC_PRIVATE, 2, 0600 | IPC_CREAT);
    int shared = shmget(IPC_PRIVATE, 4096, 0600 | IPC_CREAT);
    m = mem(6000 + sizeof(long), NULL);
    memcpy(m, &head, sizeof head);
    T("msgsnd", q, ARG(m), 6000, 0);
    T("msgrcv", q, ARG(mem(8000 + sizeof(long), NULL)), 8000, 0, IPC_NOWAIT);
    T("msgrcv", q, ARG(mem(8000 + sizeof(long), NULL)), 8000, 0, IPC_NOWAIT);
    struct msqid_ds *about = mem(sizeof *about, NULL);
    TS("msgctl", q, IPC_STAT, ARG(about));
    fact("room", (long)about->msg_qbytes);
    struct shmid_ds *of = mem(sizeof *of, NULL);
    TS("shmctl", shared, IPC_STAT, ARG(of));
    fact("bytes", (long)of->shm_segsz);
    unsigned short values[2] = {5, 6};
    T("semctl", s, 0, SETALL, ARG(mem(sizeof values, values)));
    T("semctl", s, 0, GETALL, ARG(mem(sizeof values, NULL)));
    struct sembuf take = {0, -2, IPC_NOWAIT};
    struct timespec soon = {0, 1000};
    T("semop", s, ARG(mem(sizeof take, &take)), 1);
    T("semtimedop", s, ARG(mem(sizeof take, &take)), 1, ARG(mem(16, &soon)));
    T("semop", s, ARG(mem(sizeof take, &take)), 1);
    msgctl(q, IPC_RMID, NULL);
    semctl(s, 0, IPC_RMID);
    shmctl(shared, IPC_RMID, NULL);
}

static void queues(void)
{
    char name[64];
    struct mq_attr how = {.mq_maxmsg = 3, .mq_msgsize = 5000}, *p;
    struct timespec past = {1, 0};
    snprintf(name, sizeof name, "/lp-io-%d", getpid());
    int q = (int)TS("mq_open", ARG(text(name)), O_RDWR | O_CREAT | O_NONBLOCK, 0600,
                    ARG(mem(64, &how)));
    close((int)TS("__mq_open_2", ARG(text(name)), O_RDWR));
    p = mem(64, NULL);
    TS("mq_getattr", q, ARG(p));
    fact("most", p->mq_maxmsg);
    TS("mq_setattr", q, ARG(mem(64, p)), ARG(mem(64, NULL)));
    T("mq_send", q, ARG(mem(4000, NULL)), 4000, 5);
    T("mq_timedsend", q, ARG(mem(5000, NULL)), 5000, 7, ARG(mem(16, &past)));
    T("mq_receive", q, ARG(mem(5000, NULL)), 5000, ARG(mem(4, NULL)));
    T("mq_timedreceive", q, ARG(mem(5000, NULL)), 5000, ARG(mem(4, NULL)), ARG(mem(16, &past)));
    T("mq_receive", q, ARG(mem(5000, NULL)), 5000, ARG(mem(4, NULL)));
    struct sigevent nobody = {.sigev_notify = SIGEV_NONE};
    TS("mq_notify", q, ARG(mem(sizeof nobody, &nobody)));
    by_syscall(true);
    TS("mq_getsetattr", q, 0, ARG(mem(64, NULL)));
    by_syscall(false);
    TS("mq_unlink", ARG(text(name)));
    close(q);
}

void calls_messages(void)
{
    system_five();
    queues();
}
