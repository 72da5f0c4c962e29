#include "StageTrace.h"
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static _Thread_local const char *volatile current;
static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};
enum { SIGNALS = sizeof signals / sizeof *signals };
static struct sigaction former[SIGNALS];

void sluice_stage_enter(const char *stage) { current = stage; }

static void say(const char *text) {
    ssize_t written = write(STDERR_FILENO, text, strlen(text));
    (void)written;
}

// Without a stage, or if core dumps are enabled, the process ends with the signal.
static int dumpsCore;

static void crashed(int number, siginfo_t *info, void *context) {
    const char *stage = current;
    if (stage != NULL) {
        say("error: stage ");
        say(stage);
        say(" crashed; what was published before stays as it is\n");
    }
    for (int index = 0; index < SIGNALS; index++) {
        if (signals[index] != number) continue;
        sigaction(number, &former[index], NULL);
        if (stage == NULL || dumpsCore) break;
        // Swift's backtrace handler, if enabled.
        if (former[index].sa_flags & SA_SIGINFO) {
            former[index].sa_sigaction(number, info, context);
        } else if (former[index].sa_handler != SIG_DFL && former[index].sa_handler != SIG_IGN) {
            former[index].sa_handler(number);
        }
        _exit(SLUICE_CRASH_CODE);
    }
    // The previous handler receives the signal after this one has returned.
    raise(number);
}

void sluice_stage_tell_crashes(void) {
    struct rlimit core;
    dumpsCore = getrlimit(RLIMIT_CORE, &core) == 0 && core.rlim_cur > 0;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = crashed;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (int index = 0; index < SIGNALS; index++) sigaction(signals[index], &action, &former[index]);
}
