import { mergeSavedEvents } from '@/contract/accounts/saved-events'
import { MAX_TAPS } from '@/domain/saved/merge-taps'
import type { ApiClient } from '@/offline/api/api-client'
import type { ProgrammeReader } from '@/offline/programme/programme-reader'
import type { SessionManager } from '@/offline/session/session'
import type { SavedEvents } from './saved-events'

interface SavedSyncDeps {
  api: ApiClient
  session: Pick<SessionManager, 'current' | 'tokensOf'>
  saved: Pick<SavedEvents, 'account' | 'taps' | 'apply'>
  programme: Pick<ProgrammeReader, 'event'>
}

/**
 * Makes the saved events of this device and of the account the same, where the person wants that, and while that account is signed in. One
 * call merges both ways, so that one which fails is made again whole at the next occasion: a tap, a start, a network, a sign-in. Never rejects.
 */
export function createSavedSync({ api, session, saved, programme }: SavedSyncDeps): () => Promise<void> {
  let last = Promise.resolve()

  async function sync(): Promise<void> {
    const userId = session.current()?.user.id
    if (userId === undefined || (await saved.account()) !== userId) return
    const taps = (await saved.taps())
      // When there are too many, hearts that were taken back go first.
      .toSorted((a, b) => Number(b.isSaved) - Number(a.isSaved) || b.tappedAt - a.tappedAt)
      .slice(0, MAX_TAPS)
    const items = taps.map(({ eventId, day, isSaved, tappedAt }) => ({
      event_id: eventId,
      ...(day !== undefined && { day }),
      is_saved: isSaved,
      tapped_at: tappedAt,
    }))
    const outcome = await api.call(mergeSavedEvents, { body: { items } }, { auth: session.tokensOf(userId) })
    // Somebody else may be signed in by now, or the person has changed their mind.
    if (outcome.kind !== 'ok' || (await saved.account()) !== userId) return
    const merged = outcome.data.items.map(({ event_id, day, is_saved, tapped_at }) => ({
      eventId: event_id,
      day,
      isSaved: is_saved,
      tappedAt: tapped_at,
    }))
    await saved.apply(merged, taps, async (id) => (await programme.event(id).catch(() => null))?.data)
  }

  // Syncs follow one another: what the first has brought the next one knows.
  return () => (last = last.then(sync).catch(() => undefined))
}
