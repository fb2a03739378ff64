import * as z from 'zod/mini'
import { _default as withDefault, catch as orElse } from 'zod/mini'
import { PROBLEM_CODES } from '@/domain/validation/problem'
import { OUTBOX_SCHEMA_VERSION, type OutboxEntry, type OutboxItem, type OutboxPhoto } from './entry'

type StoredRecord = Record<string, unknown>

const photoSchema = z.looseObject({
  // `instanceof` does not do: bytes from a database may belong to another realm.
  bytes: z.custom<ArrayBuffer>((bytes) => Object.prototype.toString.call(bytes) === '[object ArrayBuffer]'),
  type: z.enum(['image/jpeg', 'image/png']),
  name: z.string(),
})

const timetable = z.union([
  z.looseObject({
    list: z.array(z.looseObject({ start_time: z.string(), end_time: z.string(), is_all_day: z.boolean() })),
  }),
  z.looseObject({
    repeated: z.looseObject({
      days: z.array(z.number()),
      period_start_date: z.string(),
      period_end_date: z.string(),
      is_all_day: z.boolean(),
    }),
  }),
])

const content = {
  title: z.string(),
  description: z.string(),
  location_name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  tag_keys: z.array(z.string()),
  timetable,
  price: z.optional(z.nullable(z.number())),
  info_links: z.optional(z.array(z.looseObject({ type: z.string(), data: z.string() }))),
}

const contentSchema = z.union([
  z.looseObject({
    kind: z.literal('submitEvent'),
    payload: z.looseObject({ ...content, email: z.string() }),
  }),
  z.looseObject({
    kind: z.literal('updateManagedEvent'),
    payload: z.looseObject({
      eventId: z.string(),
      change: z.looseObject({ ...content, token: z.optional(z.string()), revision: z.number() }),
    }),
  }),
  z.looseObject({
    kind: z.literal('setManagedState'),
    payload: z.looseObject({
      eventId: z.string(),
      title: z.string(),
      said: z.looseObject({
        token: z.optional(z.string()),
        state: z.nullable(z.string()),
        day: z.optional(z.string()),
        seen: z.nullable(z.string()),
      }),
    }),
  }),
  z.looseObject({
    kind: z.literal('sendSupportMessage'),
    payload: z.looseObject({
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      topic: z.string(),
      message: z.string(),
    }),
  }),
])

/** Counts and instants that can be reset. */
const number = orElse(withDefault(z.number(), 0), 0)

/** Not an intersection with the content's: zod throws where one resets what the other has as it is. */
const deliverySchema = z.looseObject({
  id: z.string(),
  seq: z.number(),
  owner: z.nullable(z.string()),
  writtenBy: z.optional(z.string()),
  photo: z.optional(photoSchema),
  hadPhoto: orElse(z.optional(z.boolean()), undefined),
  state: z.enum(['queued', 'sending', 'sent', 'needs-attention', 'paused-sign-in']),
  attempts: number,
  nextAttemptAt: number,
  leaseUntil: number,
  createdAt: number,
  editingUntil: orElse(z.optional(z.number()), undefined),
  lastError: orElse(
    z.optional(
      z.looseObject({
        code: z.string(),
        status: z.optional(z.number()),
        retryAfterMs: orElse(z.optional(z.number()), undefined),
        // A code that only another version has a sentence for.
        fields: z.optional(
          z.array(z.looseObject({ path: z.string(), code: orElse(z.enum(PROBLEM_CODES), 'invalid') })),
        ),
      }),
    ),
    undefined,
  ),
})

/** A stored record as this version understands it; a record that it does not understand as what it is. */
export function readEntry(record: unknown): OutboxItem {
  const stored = (typeof record === 'object' && record !== null ? record : {}) as StoredRecord
  const unreadable = { id: stored['id'] as string, wasSent: stored['state'] === 'sent', record }
  const version = stored['schemaVersion']
  if (typeof version !== 'number') return { ...unreadable, state: 'damaged' }
  if (version > OUTBOX_SCHEMA_VERSION) return { ...unreadable, state: 'newer' }
  const read = deliverySchema.safeParse(stored)
  if (!read.success || !contentSchema.safeParse(stored).success) return { ...unreadable, state: 'damaged' }
  // The schemas are looser than the type where the server validates the values.
  return read.data as unknown as OutboxEntry
}

export function readPhoto(stored: unknown): OutboxPhoto | undefined {
  return photoSchema.safeParse(stored).data
}
