import type { CallInput, Endpoint, Reply } from '@/contract/endpoint'
import { exportAccount } from '@/contract/accounts/own-account'
import type { AccountExport } from '@/contract/accounts/own-account'
import { getOwnEventPhoto } from '@/contract/accounts/own-events'
import type { Outcome } from '@/offline/api/outcome'

interface Photo {
  type: string
  /** Base64. */
  data: string
}

/** The parts that an export has collected so far: a later run continues with them. */
export interface CollectedExport {
  account?: AccountExport
  /** Photos by event; null for an event that no longer exists. */
  photos: Map<string, Photo | null>
}

export interface ExportProgress {
  /** Photos that are here, of those there are; absent before the server has said. */
  photos?: { done: number; total: number }
  /** The server asked for a pause. */
  isWaiting: boolean
}

interface ExportDeps {
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Outcome<Reply<E>>>
  /** Resolves after this long, or as soon as `signal` is aborted. */
  wait(ms: number): Promise<void>
  signal: AbortSignal
  onProgress(progress: ExportProgress): void
}

type Stopped = Exclude<Outcome<unknown>, { kind: 'ok' }>

/** After a longer wait the person decides when to go on. */
const MAX_WAIT_MS = 120_000

/**
 * Collects the account's data, then its photos one by one, into `collected`, which keeps what has come whatever happens.
 * Honours Retry-After. Resolves with what stopped it; undefined when everything is there.
 */
export async function collectExport(
  collected: CollectedExport,
  deps: ExportDeps,
): Promise<Stopped | undefined> {
  if (collected.account === undefined) {
    deps.onProgress({ isWaiting: false })
    const outcome = await deps.call(exportAccount, {})
    if (outcome.kind !== 'ok') return outcome
    collected.account = outcome.data
  }
  for (const id of photoIds(collected.account)) {
    if (collected.photos.has(id)) continue
    const outcome = await readPhoto(id, collected, deps)
    if (outcome.kind === 'ok') collected.photos.set(id, outcome.data)
    else if (outcome.kind === 'refused' && outcome.code === 'NOT_FOUND') collected.photos.set(id, null)
    else return outcome
  }
  return undefined
}

async function readPhoto(id: string, collected: CollectedExport, deps: ExportDeps): Promise<Outcome<Photo>> {
  const photos = photoCount(collected)
  for (;;) {
    deps.onProgress({ photos, isWaiting: false })
    const outcome = await deps.call(getOwnEventPhoto, { params: { id } })
    const waitMs = outcome.kind === 'ok' ? undefined : outcome.retryAfterMs
    if (waitMs === undefined || waitMs > MAX_WAIT_MS) return outcome
    deps.onProgress({ photos, isWaiting: true })
    await deps.wait(waitMs)
    if (deps.signal.aborted) return { kind: 'unreachable', reason: 'aborted' }
  }
}

/** How many photos are here already, of how many, and how many of them no longer existed. */
export function photoCount({ account, photos }: CollectedExport) {
  const missing = [...photos.values()].filter((photo) => photo === null).length
  return { done: photos.size, total: account === undefined ? 0 : photoIds(account).length, missing }
}

function photoIds({ events }: AccountExport): string[] {
  return events.filter((event) => event.has_photo).map(({ id }) => id)
}

/** The JSON file, in pieces: photos together may be longer than a string can be. */
export function exportFile({ account, photos }: CollectedExport & { account: AccountExport }): Blob {
  const { events, ...rest } = account
  const pieces = [`${JSON.stringify(rest).slice(0, -1)},"events":[`]
  for (const [index, event] of events.entries()) {
    const photo = photos.get(event.id)
    pieces.push(`${index === 0 ? '' : ','}\n${JSON.stringify(photo ? { ...event, photo } : event)}`)
  }
  return new Blob([...pieces, '\n]}\n'], { type: 'application/json' })
}
