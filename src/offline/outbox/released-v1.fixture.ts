import type { DatabaseDeps } from '@/offline/platform/indexed-db'

/**
 * The outbox as version 1 of its records left it on people's phones, written without any code of ours. Never change
 * it: a new version of the records gets a fixture of its own beside it.
 */
export const RELEASED_V1 = [
  {
    id: '6f1c6f0e-3f0b-4a53-9d11-0d7a3f1f0a01',
    seq: 1,
    schemaVersion: 1,
    kind: 'submitEvent',
    payload: {
      title: 'Sunset Sessions',
      description: 'Three bands from the village play on the beach.',
      email: 'ana@example.com',
      location_name: 'Praia do Sul - Rua da Praia do Sul, Ericeira',
      latitude: 38.9583,
      longitude: -9.4166,
      price: 5.5,
      info_links: [{ type: 'instagram', data: 'https://www.instagram.com/ericeira.events' }],
      tag_keys: ['music'],
      timetable: {
        list: [{ start_time: '2026-06-20 19:00:00', end_time: '2026-06-20 22:00:00', is_all_day: false }],
      },
      filled_in_ms: 64_000,
    },
    photo: { bytes: new Uint8Array([0xff, 0xd8, 0xff, 0xd9]).buffer, type: 'image/jpeg', name: 'poster.jpg' },
    owner: null,
    locale: 'pt',
    state: 'queued',
    attempts: 2,
    nextAttemptAt: 1_781_517_600_000,
    leaseUntil: 0,
    lastError: { code: 'NETWORK' },
    createdAt: 1_781_514_000_000,
  },
  {
    id: '6f1c6f0e-3f0b-4a53-9d11-0d7a3f1f0a02',
    seq: 2,
    schemaVersion: 1,
    kind: 'sendSupportMessage',
    payload: {
      first_name: 'Rui',
      last_name: 'Costa',
      email: 'rui@example.com',
      topic: 'Other',
      message: 'Olá!',
    },
    owner: null,
    locale: 'pt',
    state: 'sending',
    attempts: 1,
    nextAttemptAt: 1_781_514_000_000,
    leaseUntil: 1_781_514_090_000,
    createdAt: 1_781_514_000_000,
  },
  {
    id: '6f1c6f0e-3f0b-4a53-9d11-0d7a3f1f0a03',
    seq: 3,
    schemaVersion: 1,
    kind: 'sendSupportMessage',
    payload: {
      first_name: 'Rui',
      last_name: 'Costa',
      email: 'rui@example.com',
      topic: 'Feedback',
      message: 'Obrigado',
    },
    owner: null,
    state: 'sent',
    attempts: 1,
    nextAttemptAt: 1_781_514_000_000,
    leaseUntil: 0,
    createdAt: 1_781_513_000_000,
    sentAt: 1_781_514_000_000,
    receipt: { id: '1b0a3c52-77c1-4b8e-8e39-6ff0f6a1c0de' },
  },
]

/** Creates the database as that release did on a phone. */
export function installReleasedV1({ indexedDB }: DatabaseDeps): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('ericeira-outbox', 10)
    opening.addEventListener('error', () => reject(opening.error))
    opening.addEventListener('upgradeneeded', () => {
      const entries = opening.result.createObjectStore('entries', { keyPath: 'id' })
      entries.createIndex('seq', 'seq')
      entries.createIndex('state', 'state')
      opening.result.createObjectStore('drafts', { keyPath: 'id' })
      for (const record of RELEASED_V1) entries.put(record)
    })
    opening.addEventListener('success', () => {
      opening.result.close()
      resolve()
    })
  })
}
