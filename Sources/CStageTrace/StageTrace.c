#include "StageTrace.h"
#include <signal.h>
#include <stddef.h>
#include <string.h>
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

static void tell(int number) {
    const char *stage = current;
    if (stage != NULL) {
        say("error: stage ");
        say(stage);
        say(" crashed; what was published before stays as it is\n");
    }
    for (int index = 0; index < SIGNALS; index++) {
        if (signals[index] == number) sigaction(number, &former[index], NULL);
    }
    // The handler before this one gets it, once this one has returned.
    raise(number);
}

void sluice_stage_tell_crashes(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = tell;
    sigemptyset(&action.sa_mask);
    for (int index = 0; index < SIGNALS; index++) sigaction(signals[index], &action, &former[index]);
}
