import { submission } from '../server/submissions'
import type { OutboxContent, OutboxPhoto } from '@/offline/outbox/entry'

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
