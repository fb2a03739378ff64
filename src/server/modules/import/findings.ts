import { hash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { ImportPreview, ImportRow } from '@/contract/back-office/import'
import type { ImportError, ImportFindings } from '@/domain/staff/import'
import { secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { importSources } from '@/server/platform/database/schema'
import { ApiError } from '@/server/http/errors/api-error'

/** Something of a calendar that a person decides. */
export interface Finding {
  kind: Exclude<keyof ImportFindings, 'trouble'> | 'trouble'
  /** Another one as soon as the calendar says something else of it. */
  key: string
  trouble?: ImportError
}

/** Findings of a calendar as it was read, for a person. */
export function findingsOf(preview: ImportPreview | { trouble: ImportError }): Finding[] {
  if ('trouble' in preview) return [found('trouble', [preview.trouble], preview.trouble)]
  const rows = preview.items.flatMap((row) => {
    const { uid, digest, state, obstacle } = row
    if (state === 'new') return [found('added', [uid, digest])]
    if (state === 'changed') return isNews(row) ? [found('changed', [uid, digest])] : []
    // One that was never in the app and is cancelled concerns nobody.
    return state === 'invalid' && obstacle !== 'cancelled' ? [found('faulty', [uid, digest])] : []
  })
  const gone = preview.gone.map(({ id, reason }) => found(reason === 'ended' ? 'vanished' : reason, [id]))
  return [...rows, ...gone]
}

/**
 * Another digest with the same content is no news, unless the event is cancelled here and on again at its source, or one of its dates has
 * a place that nothing here can say.
 */
function isNews({ changes, notes, is_reinstated: isReinstated = false }: ImportRow): boolean {
  return changes?.length !== 0 || isReinstated || notes.includes('exception_place_left_out')
}

/** The key is a hash: a UID may have five hundred letters, and a calendar a thousand of them. */
function found(kind: Finding['kind'], parts: readonly string[], trouble?: ImportError): Finding {
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
export const SEEN = {
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
