import { and, desc, isNotNull, sql } from 'drizzle-orm'
import type { AppDeps, Handlers } from '@/server/http/routing/handlers'
import type { Overview } from '@/contract/back-office/back-office-overview'
import { secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { importSources } from '@/server/platform/database/schema'
import { givenUpJobs } from './given-up-jobs'
import { longestWaiting, submissionsByWeek } from './events'
import { mailQueue } from './mail-queue'
import { onToday } from './today'

/** How the app is doing, for administrators. */
export function overviewHandlers({ db, storage }: AppDeps): Pick<Handlers, 'getOverview'> {
  return {
    getOverview: async ({ nowSeconds }) => {
      const [imports, given_up, today, waiting, weeks, mail, database, photo, disk] = await Promise.all([
        importsToSee(db),
        givenUpJobs(db),
        onToday(db, nowSeconds),
        longestWaiting(db),
        submissionsByWeek(db, nowSeconds),
        mailQueue(db, nowSeconds),
        databaseBytes(db),
        storage.photoBytes(),
        storage.disk(),
      ])
      return {
        imports,
        given_up,
        today,
        waiting,
        weeks,
        mail,
        storage: { photo_bytes: photo, database_bytes: database, ...(disk && { disk }) },
      }
    },
  }
}

const SHOWN = 20

/** The calendars whose last nightly reading needs a person, the latest first. */
async function importsToSee(db: Queryable): Promise<Overview['imports']> {
  const { id, name, readAt, findings } = importSources
  const rows = await db
    .select({ id, name, readAt, findings })
    .from(importSources)
    .where(and(isNotNull(findings), isNotNull(readAt)))
    .orderBy(desc(readAt), id)
    .limit(SHOWN)
  return rows.flatMap((row) =>
    row.findings === null || row.readAt === null
      ? []
      : [{ id: row.id, name: row.name, read_at: secondsOf(row.readAt), findings: row.findings }],
  )
}

/** The size of this database on its disk. */
async function databaseBytes(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ bytes: string }>(
    sql`select pg_database_size(current_database()) as bytes`,
  )
  return Number(rows[0]?.bytes ?? 0)
}
