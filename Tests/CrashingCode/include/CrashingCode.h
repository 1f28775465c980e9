// Faults that Swift does not let a program make.

#ifndef CRASHING_CODE_H
#define CRASHING_CODE_H

// SIGSEGV at an address near zero.
void crash_reading_nothing(void);
// SIGFPE.
void crash_dividing(int divisor);
// SIGBUS: a mapped file that has become shorter.
void crash_reading_past_the_end(const char *path);
// SIGSEGV where no code is.
void crash_jumping_nowhere(void);
// SIGSEGV at the end of the stack.
int crash_using_up_the_stack(int depth);
// SIGSEGV with a stack of which nothing is left but the text.
void crash_with_overwritten_stack(const char *text);

// Gives the thread a name for the kernel.
void crash_name_thread(const char *name);

#endif
