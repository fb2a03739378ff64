import { TEST_SECRET } from '../server/app'
import { update } from '../server/back-office'
import { submission } from '../server/submissions'
import type { OrganisersState } from '@/domain/events/event-state'
import type { OutboxContent, OutboxPhoto } from '@/offline/outbox/entry'
import { keysFrom } from '@/server/http/auth/signed-token'
import { createEventLinks } from '@/server/http/security/event-links'

/** Outbox contents that are valid at TEST_NOW. */
export function eventContent(title = 'Sunset Sessions', startsAt = '2026-06-20 19:00:00'): OutboxContent {
  const { photo: _, ...payload } = submission({
    title,
    timetable: {
      list: [{ start_time: startsAt, end_time: `${startsAt.slice(0, 10)} 22:00:00`, is_all_day: false }],
    },
  })
  return { kind: 'submitEvent', payload }
}

export function messageContent(message = 'Thank you for the guide'): OutboxContent {
  return {
    kind: 'sendSupportMessage',
    payload: {
      first_name: 'Ana',
      last_name: 'Silva',
      email: 'ana@example.com',
      topic: 'Feedback',
      message,
    },
  }
}

export function photoOf(bytes: Uint8Array): OutboxPhoto {
  return { bytes: new Uint8Array(bytes).buffer, type: 'image/jpeg', name: 'poster.jpg' }
}

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
