import { randomUUID, hash } from 'node:crypto'
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { ImportSource, ImportPreview, ImportRow } from '@/contract/back-office/import'
import { importDefaultsSchema } from '@/domain/staff/import'
import type {
  CsvColumns,
  ImportDefaults,
  ImportFormat,
  ImportError,
  ImportFindings,
} from '@/domain/staff/import'
import { secondsOf, IMPORT_LOCK } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { events, importSources } from '@/server/platform/database/schema'
import { ApiError, validationFailed } from '@/server/http/errors/errors'

/** The key of a source: its address, or the name of its file, unless an administrator gave it another. */
export interface SourceKey {
  name: string
  url?: string | undefined
}

export interface SourceSettings extends SourceKey {
  format: ImportFormat
  defaults: ImportDefaults
  columns?: CsvColumns | undefined
}

export async function findSource(db: Queryable, { name, url }: SourceKey) {
  const isIt =
    url === undefined
      ? and(isNull(importSources.url), eq(importSources.name, name))
      : eq(importSources.url, url)
  const [found] = await db
    .select({
      id: importSources.id,
      name: importSources.name,
      lastRunAt: importSources.lastRunAt,
      readAt: importSources.readAt,
      previewedAt: importSources.previewedAt,
    })
    .from(importSources)
    .where(isIt)
    .orderBy(importSources.createdAt)
    .limit(1)
  return found
}

/** The id of the source, which is stored with what was chosen for it. Call it while no other import runs. */
export async function storeSource(tx: Queryable, settings: SourceSettings, now: Date): Promise<string> {
  const { name, url, format, defaults, columns } = settings
  const mapping = { defaults, ...(columns && { columns }) }
  const known = await findSource(tx, settings)
  if (known === undefined) {
    const id = randomUUID()
    await tx
      .insert(importSources)
      .values({ id, name, format, url: url ?? null, mapping, lastRunAt: now, createdAt: now })
    return id
  }
  // A person who imports has seen what the preview showed; what a night found after that preview is still to be seen.
  const wasShown = known.readAt === null || (known.previewedAt !== null && known.previewedAt >= known.readAt)
  await tx
    .update(importSources)
    .set({ format, mapping, lastRunAt: now, ...(wasShown && SEEN) })
    .where(eq(importSources.id, known.id))
  return known.id
}

export async function listSources(db: Queryable): Promise<ImportSource[]> {
  const rows = await db
    .select({
      id: importSources.id,
      name: importSources.name,
      format: importSources.format,
      url: importSources.url,
      mapping: importSources.mapping,
      lastRunAt: importSources.lastRunAt,
      is_nightly: importSources.isNightly,
      readAt: importSources.readAt,
      findings: importSources.findings,
      on_review: sql<number>`(select count(*)::int from events e
        where e.import_source_id = import_sources.id and e.status = 'ON_REVIEW')`,
      events: sql<number>`(select count(*)::int from events e where e.import_source_id = import_sources.id)`,
    })
    .from(importSources)
    .orderBy(sql`${importSources.lastRunAt} desc nulls last`, importSources.id)
    .limit(200)
  return rows.map(({ url, lastRunAt, readAt, findings, mapping, ...source }) => {
    const defaults = importDefaultsSchema.safeParse(mapping['defaults'])
    return {
      ...source,
      ...(url !== null && { url }),
      ...(lastRunAt !== null && { last_run_at: secondsOf(lastRunAt) }),
      ...(readAt !== null && { read_at: secondsOf(readAt) }),
      ...(findings !== null && { findings }),
      ...(defaults.success && { defaults: defaults.data }),
      ...(mapping['columns'] !== undefined && { columns: mapping['columns'] as CsvColumns }),
    }
  })
}

/**
 * Reads a calendar again each night from now on, or no longer. Throws NOT_FOUND; VALIDATION_FAILED for a file, which is nowhere to be
 * read again.
 */
export async function setNightly(tx: Queryable, id: string, isNightly: boolean): Promise<void> {
  const [source] = await tx
    .select({ url: importSources.url })
    .from(importSources)
    .where(eq(importSources.id, id))
    .for('update')
  if (source === undefined) throw new ApiError('NOT_FOUND')
  if (source.url === null && isNightly) throw validationFailed([{ path: 'is_nightly', code: 'invalid' }])
  await tx
    .update(importSources)
    .set({ isNightly, ...(!isNightly && { findings: null }) })
    .where(eq(importSources.id, id))
}

/** The events of a calendar that wait for a review, the oldest first. Throws NOT_FOUND. */
export async function importedOnReview(db: Queryable, id: string): Promise<string[]> {
  const [source] = await db
    .select({ id: importSources.id })
    .from(importSources)
    .where(eq(importSources.id, id))
  if (source === undefined) throw new ApiError('NOT_FOUND')
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.importSourceId, id), eq(events.status, 'ON_REVIEW')))
    .orderBy(asc(events.createdAt), desc(events.id))
  return rows.map((row) => row.id)
}

/** Whether there was one. An import that runs is waited for: its events are of a source that is there. */
export async function deleteSource(tx: Queryable, id: string): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
  const deleted = await tx
    .delete(importSources)
    .where(eq(importSources.id, id))
    .returning({ id: importSources.id })
  return deleted.length > 0
}

/** Something of a calendar that a person decides. */
interface Finding {
  kind: keyof ImportFindings
  /** Another one as soon as the calendar says something else of it. */
  key: string
  trouble?: ImportError
}

export function findingsOf(preview: ImportPreview | { trouble: ImportError }): Finding[] {
  if ('trouble' in preview) return [finding('trouble', [preview.trouble], preview.trouble)]
  const rows = preview.items.flatMap((row) => {
    const { uid, digest, state, obstacle } = row
    if (state === 'new') return [finding('added', [uid, digest])]
    if (state === 'changed') return needsAttention(row) ? [finding('changed', [uid, digest])] : []
    // One that was never in the app and is cancelled concerns nobody.
    return state === 'invalid' && obstacle !== 'cancelled' ? [finding('faulty', [uid, digest])] : []
  })
  const gone = preview.gone.map(({ id, reason }) => finding(reason === 'ended' ? 'vanished' : reason, [id]))
  return [...rows, ...gone]
}

/**
 * Another digest with the same content is no news, unless the event is cancelled here and on again at its source, or one of its dates has
 * a place that nothing here can say.
 */
function needsAttention({ changes, notes, is_reinstated: isReinstated = false }: ImportRow): boolean {
  return changes?.length !== 0 || isReinstated || notes.includes('exception_place_left_out')
}

/** The key is a hash: a UID may have five hundred letters, and a calendar a thousand of them. */
function finding(kind: Finding['kind'], parts: readonly string[], trouble?: ImportError): Finding {
  const key = hash('sha256', [kind, ...parts].join('\n'), 'base64url').slice(0, 22)
  return { kind, key, ...(trouble && { trouble }) }
}

const keysOf = (findings: readonly Finding[]) => findings.map(({ key }) => key)

/**
 * Stores what a night has found in a calendar: the note is of what nobody has seen yet. Nothing where it is read no more at night,
 * or was imported since `lastRunAt`, whose administrator has just seen it.
 */
export async function noteFindings(
  tx: Queryable,
  { id, lastRunAt }: { id: string; lastRunAt: Date | null },
  findings: readonly Finding[],
  now: Date,
): Promise<void> {
  const [source] = await tx
    .select({ seen: importSources.seen, lastRunAt: importSources.lastRunAt })
    .from(importSources)
    .where(and(eq(importSources.id, id), eq(importSources.isNightly, true)))
    .for('update')
  if (source === undefined || source.lastRunAt?.getTime() !== lastRunAt?.getTime()) return
  const noted = new Set(keysOf(findings))
  const seen = new Set(source.seen)
  const fresh = findings.filter(({ key }) => !seen.has(key))
  // A night that could read nothing knows nothing of what was seen before.
  const wasRead = findings.every(({ kind }) => kind !== 'trouble')
  await tx
    .update(importSources)
    .set({
      readAt: now,
      findings: fresh.length > 0 ? counted(fresh) : null,
      noted: [...noted],
      seen: source.seen.filter((key) => !wasRead || noted.has(key)),
    })
    .where(eq(importSources.id, id))
}

function counted(findings: readonly Finding[]): ImportFindings {
  const count = (kind: Finding['kind']) => findings.filter((one) => one.kind === kind).length
  const trouble = findings.find((one) => one.kind === 'trouble')?.trouble
  return {
    added: count('added'),
    changed: count('changed'),
    cancelled: count('cancelled'),
    vanished: count('vanished'),
    faulty: count('faulty'),
    ...(trouble && { trouble }),
  }
}

/** Remembers what a preview shows of a calendar that is read each night: an import that follows says that it was seen. */
export async function rememberPreviewed(
  db: Queryable,
  url: string,
  findings: readonly Finding[],
  now: Date,
): Promise<void> {
  await db
    .update(importSources)
    .set({ noted: keysOf(findings), previewedAt: now })
    .where(and(eq(importSources.url, url), eq(importSources.isNightly, true)))
}

/** The columns of a calendar whose last reading was seen: what of it needs a person is told again only when it changes. */
const SEEN = {
  findings: null,
  seen: sql`array(select distinct unnest(${importSources.seen} || ${importSources.noted}))`,
}

/**
 * Dismisses the note of a night. `readAt`: of the note that was looked at, epoch seconds; another night's note stays. Throws NOT_FOUND.
 */
export async function dismissFindings(tx: Queryable, id: string, readAt: number): Promise<void> {
  const [source] = await tx
    .select({ readAt: importSources.readAt })
    .from(importSources)
    .where(eq(importSources.id, id))
    .for('update')
  if (source === undefined) throw new ApiError('NOT_FOUND')
  if (source.readAt === null || secondsOf(source.readAt) !== readAt) return
  await tx.update(importSources).set(SEEN).where(eq(importSources.id, id))
}
