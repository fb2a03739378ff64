import { eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import { ORGANISERS_STATES } from '@/domain/events/event-state'
import type { SeededRandom } from '@/domain/posters/poster'
import type { OutboxContent, OutboxEntry, OutboxPhoto } from '@/offline/outbox/entry'
import { bodyFingerprint } from '@/server/http/bodies/receive-body'
import { activities, events, idempotencyKeys, proposals } from '@/server/platform/database/schema'
import type { TestApp } from '@tests/support/server/app'
import { publish, sha256Of } from '@tests/support/server/calls'
import { changeContent, stateContent } from '@tests/support/offline/managed-contents'
import type { Tab } from '@tests/support/offline/offline-phone'
import type { createModel } from './walk-model'

type Kind = 'setManagedState' | 'updateManagedEvent'
type State = Parameters<typeof stateContent>[1]

const STATES: readonly [State, ...State[]] = [null, ...ORGANISERS_STATES]

interface OrganiserParts extends SeededRandom {
  model: ReturnType<typeof createModel>
  app: TestApp
  seed: number
  photo: OutboxPhoto
}

/**
 * The organiser of a published event, by the link of its mail: says that it is cancelled or sold out, takes that back, and
 * proposes other texts, with what the page shows, which may be old. What waits is written over, as the page does it.
 */
export async function createOrganiser({ model, app, seed, between, pick, photo }: OrganiserParts) {
  // Each is in a network of its own: submissions without a form token are limited.
  const remoteAddress = `10.${seed >> 8}.${seed & 255}.1`
  const eventId = await publish(app, {}, { remoteAddress })
  /** What each body said, by the server's own fingerprint of it. */
  const written = new Map<string, string | null>()
  let shown: string | null = null
  let texts = 0

  async function waitingOf<K extends Kind>(kind: K) {
    const isWaiting = (entry: OutboxEntry): entry is Extract<OutboxEntry, { kind: K }> =>
      entry.kind === kind && entry.state !== 'sent'
    return (await model.onPhone()).find(isWaiting)
  }

  function state(before: string | null, seen: string | null): OutboxContent {
    const [first = null, ...more] = STATES.filter((other) => other !== before)
    const content = stateContent(eventId, pick([first, ...more]), seen)
    written.set(bodyFingerprint(content.payload.said), content.payload.said.state)
    return content
  }

  function change(sent?: OutboxPhoto): OutboxContent {
    texts += 1
    const content = changeContent(eventId, `organiser ${seed} text ${texts}`)
    const upload = sent && sha256Of(new Uint8Array(sent.bytes))
    const body = { ...content.payload.change, ...(upload && { photo: { upload } }) }
    written.set(bodyFingerprint(body), body.title)
    return content
  }

  async function send(
    tab: Tab,
    content: OutboxContent,
    waiting: OutboxEntry | undefined,
    sent?: OutboxPhoto,
  ): Promise<void> {
    const stored = waiting
      ? await tab.outbox.replace(waiting.id, content, sent)
      : await tab.outbox.enqueue(content, sent)
    if (waiting && waiting.id !== stored.id) model.noteDiscarded(waiting)
    model.note(stored)
  }

  async function read() {
    const [event] = await app.db.select().from(events).where(eq(events.id, eventId))
    return event
  }

  return {
    async setState(tab: Tab): Promise<void> {
      let waiting = await waitingOf('setManagedState')
      // What is refused is told, and dropped: the page shows the event as it is by now.
      const isRefused = waiting?.state === 'needs-attention'
      if (waiting && isRefused) {
        await tab.outbox.discard(waiting.id)
        model.noteDiscarded(waiting)
        waiting = undefined
      }
      if (isRefused || between(1, 2) === 1) shown = (await read())?.state ?? null
      const said = waiting?.payload.said
      await send(tab, state(said ? said.state : shown, said ? said.seen : shown), waiting)
    },
    async propose(tab: Tab): Promise<void> {
      const sent = between(1, 4) === 1 ? photo : undefined
      await send(tab, change(sent), await waitingOf('updateManagedEvent'), sent)
    },
    /** The content of an edited entry, if it is the organiser's. */
    editOf(entry: OutboxEntry): OutboxContent | undefined {
      if (entry.kind === 'setManagedState') return state(entry.payload.said.state, entry.payload.said.seen)
      return entry.kind === 'updateManagedEvent' ? change() : undefined
    },
    /** Each has arrived once and in the order in which it was written, and the newest is what the event says. */
    async checkEnd(): Promise<void> {
      const keys = model.keys()
      const rows = await app.db.select().from(idempotencyKeys).where(inArray(idempotencyKeys.key, keys))
      const arrived = (kind: Kind) =>
        keys
          .flatMap((key) => rows.find((row) => row.key === key && row.endpoint === kind) ?? [])
          .map(({ fingerprint }) => written.get(fingerprint))
      const states = arrived('setManagedState')
      const log = await app.db
        .select()
        .from(activities)
        .where(eq(activities.subjectId, eventId))
        .orderBy(activities.id)
      const set = log.filter(({ action }) => action === 'event.organiser-state-set')
      // Saying once more what is said already changes nothing.
      const changes = states.filter((one, index) => one !== (states[index - 1] ?? null))
      expect(
        set.map(({ details }) => details.state),
        'the states that were set',
      ).toEqual(changes)
      expect((await read())?.state, 'the newest state').toBe(states.at(-1) ?? null)
      const stored = await app.db.select().from(proposals).where(eq(proposals.eventId, eventId))
      const newest = arrived('updateManagedEvent').slice(-1)
      expect(stored, 'the newest texts').toMatchObject(newest.map((title) => ({ content: { title } })))
      const refused = [await waitingOf('setManagedState'), await waitingOf('updateManagedEvent')]
      for (const entry of refused)
        expect([undefined, 'CONFLICT', 'IDEMPOTENCY_KEY_REUSED']).toContain(entry?.lastError?.code)
    },
  }
}
