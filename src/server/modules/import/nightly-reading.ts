import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ImportPreview } from '@/contract/back-office/import'
import { importDefaultsSchema } from '@/domain/staff/import'
import type { CsvColumns, ImportFindings, ImportError } from '@/domain/staff/import'
import type { Database } from '@/server/platform/database/client'
import { importSources } from '@/server/platform/database/schema'
import type { JobKind } from '@/server/jobs/job-runner'
import { previewImport } from './preview-import'
import type { SourceReader } from './source/source-reader'

interface NightlyParts {
  db: Database
  reader: Pick<SourceReader, 'preview'>
  allowsLoopback: boolean
}

const payloadSchema = z.object({ source_id: z.string() })

/**
 * Reads a calendar again (`jobs/nightly-imports` enqueues it) and stores what of it needs a person. It stores and changes no event:
 * what is published is a person's to decide, who previews and imports.
 */
export function nightlyReadings({ db, reader, allowsLoopback }: NightlyParts): JobKind {
  return {
    async run({ payload, now }) {
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
        { reader, allowsLoopback, nowSeconds: Math.floor(now.getTime() / 1000) },
      )
      const findings = findingsOf(preview)
      await db
        .update(importSources)
        .set({ readAt: now, findings: needsPerson(findings) ? findings : null })
        // Not over an import of meanwhile, whose administrator has just seen it.
        .where(source.lastRunAt === null ? isIt : and(isIt, eq(importSources.lastRunAt, source.lastRunAt)))
    },
  }
}

function findingsOf(preview: ImportPreview | { trouble: ImportError }): ImportFindings {
  if ('trouble' in preview)
    return { added: 0, changed: 0, cancelled: 0, vanished: 0, faulty: 0, trouble: preview.trouble }
  const { items, gone } = preview
  const goneFor = (reason: 'cancelled' | 'vanished') => gone.filter((one) => one.reason === reason).length
  return {
    added: items.filter(({ state }) => state === 'new').length,
    // Another digest with the same content is no news.
    changed: items.filter(({ state, changes }) => state === 'changed' && changes?.length !== 0).length,
    cancelled: goneFor('cancelled'),
    vanished: goneFor('vanished'),
    // One that was never in the app and is cancelled concerns nobody.
    faulty: items.filter(({ state, obstacle }) => state === 'invalid' && obstacle !== 'cancelled').length,
  }
}

function needsPerson({ trouble, ...counts }: ImportFindings): boolean {
  return trouble !== undefined || Object.values(counts).some((count) => count > 0)
}
