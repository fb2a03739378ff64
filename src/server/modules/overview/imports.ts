import { and, desc, isNotNull } from 'drizzle-orm'
import type { Overview } from '@/contract/back-office/back-office-overview'
import { secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { importSources } from '@/server/platform/database/schema'

const SHOWN = 20

/** The calendars whose last nightly reading needs a person, the latest first. */
export async function importsToSee(db: Queryable): Promise<Overview['imports']> {
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
