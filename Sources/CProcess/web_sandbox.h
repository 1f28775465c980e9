#ifndef WEB_SANDBOX_H
#define WEB_SANDBOX_H

// Puts the variable into the environment, unless it says already that there is no sandbox.
void cprocess_reserve_web_sandbox_switch(void);

#endif
