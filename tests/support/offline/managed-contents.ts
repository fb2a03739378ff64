import type { OrganisersState } from '@/domain/events/event-state'
import { keysFrom } from '@/server/http/auth/signed-token'
import { createEventLinks } from '@/server/http/security/event-links'
import { TEST_SECRET } from '../server/app'
import { update } from '../server/back-office'

/** The token of the link that the mail of a submission has. */
const tokenOf = (id: string) =>
  createEventLinks(keysFrom(TEST_SECRET)).manageTokenOf({ id, email: 'ana@example.com' })

/** An organiser's change of an event that was submitted and published, and not edited since. */
export function changeContent(eventId: string, title: string, photo?: null) {
  const { photo: _, ...content } = update({ title })
  const change = { ...content, token: tokenOf(eventId), revision: 2, ...(photo === null && { photo }) }
  return { kind: 'updateManagedEvent', payload: { eventId, change } } as const
}

export function stateContent(eventId: string, state: OrganisersState | null, seen: string | null) {
  return {
    kind: 'setManagedState',
    payload: { eventId, title: 'Sunset Sessions', said: { token: tokenOf(eventId), state, seen } },
  } as const
}
