#pragma once

#include <sqlite3.h>

// Makes closing the connection neither checkpoint its log into the file nor remove it. In C,
// because Swift cannot call a function with a variable number of arguments.
static inline int hawk_sqlite_leave_log_on_close(sqlite3 *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
