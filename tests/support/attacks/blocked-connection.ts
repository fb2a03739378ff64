import { sql } from 'drizzle-orm'
import type { Queryable } from '@/server/platform/database/client'

/**
 * Settles once another connection waits for a lock that this transaction holds. The database looks again and again: it notifies
 * nobody of that.
 */
export async function untilBlocked(tx: Queryable): Promise<void> {
  await tx.execute(sql`do $$ begin
    while not exists (select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) loop
      perform pg_sleep(0.005);
    end loop;
  end $$`)
}
