#include "web_sandbox.h"

#include "CProcess.h"

#include <stdlib.h>
#include <string.h>

// The engine's own name for running without the sandbox. It is read once, when the engine's context
// is made; "0" keeps the sandbox.
#define NAME "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"

// In the environment since before the first thread. Only its last character ever changes: adding a
// variable while threads run could move one that another thread is reading.
static char entry[] = NAME "=0";

static bool is_ours;

void cprocess_reserve_web_sandbox_switch(void) {
    const char *value = getenv(NAME);
    if (value != NULL && strcmp(value, "0") != 0) return;
    is_ours = putenv(entry) == 0;
}

const char *cprocess_web_sandbox_switch(void) { return NAME; }

bool cprocess_web_sandbox_is_off(void) {
    const char *value = getenv(NAME);
    return value != NULL && strcmp(value, "0") != 0;
}

bool cprocess_set_web_sandbox(bool is_on) {
    if (is_ours) entry[sizeof entry - 2] = is_on ? '0' : '1';
    return cprocess_web_sandbox_is_off() != is_on;
}
