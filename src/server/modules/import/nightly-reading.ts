import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { importDefaultsSchema } from '@/domain/staff/import'
import type { CsvColumns } from '@/domain/staff/import'
import type { Database } from '@/server/platform/database/client'
import { importSources } from '@/server/platform/database/schema'
import type { JobKind } from '@/server/jobs/job-runner'
import { findingsOf, noteFindings } from './findings'
import { previewImport } from './preview-import'
import type { SourceAccess } from './preview-import'

interface NightlyDeps extends SourceAccess {
  db: Database
}

/** A reading that a stop has cut short is due again after this, for another server or the next start. */
const CUT_SHORT_MS = 60_000

const payloadSchema = z.object({ source_id: z.string() })

/**
 * Reads a calendar again (`jobs/nightly-imports` enqueues it) and stores what of it needs a person. It stores and changes no event:
 * what is published is a person's to decide, who previews and imports.
 */
export function nightlyReadings({ db, ...sources }: NightlyDeps): JobKind {
  return {
    async run({ payload, now }) {
      const later = { until: new Date(now.getTime() + CUT_SHORT_MS) }
      if (sources.closing.aborted) return later
      const { source_id: id } = payloadSchema.parse(payload)
      const isIt = and(eq(importSources.id, id), eq(importSources.isNightly, true))
      const [source] = await db.select().from(importSources).where(isIt)
      const defaults = importDefaultsSchema.safeParse(source?.mapping['defaults'])
      // Forgotten, or switched off since.
      if (source === undefined || source.url === null || !defaults.success) return
      const preview = await previewImport(
        db,
        {
          source: { url: source.url },
          defaults: defaults.data,
          columns: source.mapping['columns'] as CsvColumns | undefined,
        },
        { ...sources, nowSeconds: Math.floor(now.getTime() / 1000) },
      ).catch((error: unknown) => {
        // A reading that a stop has cut short says nothing about the calendar.
        if (!sources.closing.aborted) throw error
      })
      if (preview === undefined) return later
      await db.transaction((tx) => noteFindings(tx, source, findingsOf(preview), now))
    },
  }
}
