import { sql } from 'drizzle-orm'

/** The error of jobs that a restore settled: what they tell has been told since the backup was made, or is too old. */
export const SETTLED = 'restored'

/** Whether a row of the jobs was tried for the last time and did not succeed. */
export const isGivenUp = sql`(done_at is not null and last_error <> ${SETTLED})`
