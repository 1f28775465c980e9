#pragma once

#include <sqlite3.h>

// Keeps the log when the connection is closed: it is neither checkpointed into the file nor removed.
// In C, because Swift cannot call a function with a variable number of arguments.
static inline int hawk_sqlite_leave_log_on_close(sqlite3 *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
