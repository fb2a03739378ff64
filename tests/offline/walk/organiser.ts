import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { ORGANISERS_STATES } from '@/domain/events/event-state'
import type { SeededRandom } from '@/domain/posters/poster'
import { bodyFingerprint } from '@/server/http/bodies/receive-body'
import { activities, events, proposals } from '@/server/platform/database/schema'
import { publish } from '@tests/support/server/calls'
import { changeContent, stateContent } from '@tests/support/offline/outbox-contents'
import type { Content, Photo, Tab } from './device'
import type { createModel } from './model'
import { sha256, type World } from './world'

type Kind = 'setManagedState' | 'updateManagedEvent'
type State = Parameters<typeof stateContent>[1]

const STATES: readonly [State, ...State[]] = [null, ...ORGANISERS_STATES]

interface OrganiserParts extends SeededRandom {
  model: ReturnType<typeof createModel>
  world: World
  seed: number
  photo: Photo
  inTab: <T>(tab: Tab, action: Promise<T>) => Promise<T | undefined>
  afterDeath: (said: Content, photo: Photo | undefined, writers: [null], over?: string) => Promise<unknown>
}

/**
 * The organiser of a published event, by the link of its mail: says that it is cancelled or sold out, takes that back, and
 * proposes other texts, with what the page shows, which may be old. What waits is written over, as the page does it.
 */
export async function createOrganiser({
  model,
  world,
  seed,
  between,
  pick,
  photo,
  inTab,
  afterDeath,
}: OrganiserParts) {
  // Each is in a network of its own: submissions without a form token are limited.
  const remoteAddress = `10.${seed >> 8}.${seed & 255}.1`
  const eventId = await publish(world.server(), {}, { remoteAddress })
  /** What each body said, by the server's own fingerprint of it. */
  const written = new Map<string, string | null>()
  const unsure = new Set<string>()
  let shown: string | null = null
  let texts = 0

  function state(before: string | null, seen: string | null): Content {
    const [first = null, ...more] = STATES.filter((other) => other !== before)
    const content = stateContent(eventId, pick([first, ...more]), seen)
    written.set(bodyFingerprint(content.payload.said), content.payload.said.state)
    return content
  }

  function change(sent?: Photo): Content {
    texts += 1
    const content = changeContent(eventId, `organiser ${seed} text ${texts}`)
    const body = { ...content.payload.change, ...(sent && { photo: { upload: sha256(sent.bytes) } }) }
    written.set(bodyFingerprint(body), body.title)
    return content
  }

  async function send(tab: Tab, content: Content, over: string | undefined, sent?: Photo): Promise<void> {
    const outcome = await inTab(tab, tab.submit(content, sent, over))
    if (outcome?.says === 'accepted') {
      if (over !== undefined && over !== outcome.id) model.discard(over, 'may-have-arrived')
      model.accept(outcome.id, content, sent, [null, tab.account()])
      return
    }
    const isHere = outcome === undefined && (await afterDeath(content, sent, [null], over))
    // It is not stored, and nobody knows whether it was sent.
    if (outcome?.says === 'refused' || isHere === false) unsure.add(content.kind)
  }

  async function read() {
    const [event] = await world.server().db.select().from(events).where(eq(events.id, eventId))
    return event
  }

  return {
    async setState(tab: Tab): Promise<void> {
      let waiting = await waitingOf(tab, 'setManagedState')
      // What is refused is told, and dropped: the page shows the event as it is by now.
      const isRefused = waiting?.state === 'needs-attention'
      if (waiting && isRefused) {
        await tab.discard(waiting.id)
        model.discard(waiting.id, 'may-have-arrived')
        waiting = undefined
      }
      if (isRefused || between(1, 2) === 1) shown = (await read())?.state ?? null
      const said = saidIn(waiting?.content)
      await send(tab, state(said ? said.state : shown, said ? said.seen : shown), waiting?.id)
    },
    async propose(tab: Tab): Promise<void> {
      const sent = between(1, 4) === 1 ? photo : undefined
      await send(tab, change(sent), (await waitingOf(tab, 'updateManagedEvent'))?.id, sent)
    },
    /** What the organiser would write over an entry, if it is the organiser's. */
    editOf(content: Content): Content | undefined {
      const said = saidIn(content)
      if (said !== undefined) return state(said.state, said.seen)
      return content.kind === 'updateManagedEvent' ? change() : undefined
    },
    /** Each has arrived once and in the order in which it was written, and the newest is what the event says. */
    async checkEnd(tab: Tab): Promise<void> {
      const keys = model.ids()
      const rows = await world.keyed(keys)
      const arrived = (kind: Kind) =>
        keys
          .flatMap((key) => rows.find((row) => row.key === key && row.endpoint === kind) ?? [])
          .map(({ fingerprint }) => written.get(fingerprint))
      const states = arrived('setManagedState')
      const { db } = world.server()
      const log = await db
        .select()
        .from(activities)
        .where(eq(activities.subjectId, eventId))
        .orderBy(activities.id)
      const set = log.filter(({ action }) => action === 'event.organiser-state-set')
      // Saying once more what is said already changes nothing.
      const changes = states.filter((one, index) => one !== (states[index - 1] ?? null))
      if (!unsure.has('setManagedState')) {
        expect(
          set.map(({ details }) => details.state),
          'the states that were set',
        ).toEqual(changes)
        expect((await read())?.state, 'the newest state').toBe(states.at(-1) ?? null)
      }
      const stored = await db.select().from(proposals).where(eq(proposals.eventId, eventId))
      const newest = arrived('updateManagedEvent').slice(-1)
      if (!unsure.has('updateManagedEvent'))
        expect(stored, 'the newest texts').toMatchObject(newest.map((title) => ({ content: { title } })))
      for (const kind of ['setManagedState', 'updateManagedEvent'] as const)
        expect(['needs-attention', undefined]).toContain((await waitingOf(tab, kind))?.state)
    },
  }
}

async function waitingOf(tab: Tab, kind: Kind) {
  const entries = await tab.entries()
  return entries.find(({ content, isUnsent }) => content.kind === kind && isUnsent)
}

const saidIn = (content: Content | undefined) =>
  content?.kind === 'setManagedState' ? content.payload.said : undefined
