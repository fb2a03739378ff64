import * as z from 'zod/mini'
import { INFO_LINK_TYPES } from '@/domain/info-link'
import { isUntouched } from './form-values'
import type { EventFormValues } from './form-values'

/** A draft of a new event, or of the changes to an entry of the outbox (its id). */
export type DraftSlot = 'new' | (string & {})

const keyOf = (slot: DraftSlot) => `event-draft:${slot}`

const place = z.object({
  name: z.string(),
  displayName: z.string(),
  formattedAddress: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})
const values = z.object({
  email: z.string(),
  title: z.string(),
  description: z.string(),
  place,
  tagKeys: z.array(z.string()),
  eventType: z.enum(['one-time', 'recurring']),
  blocks: z
    .array(
      z.object({
        isAllDay: z.boolean(),
        startDate: z.string(),
        startTime: z.string(),
        endDate: z.string(),
        endTime: z.string(),
      }),
    )
    .check(z.minLength(1)),
  recurring: z.object({
    isAllDay: z.boolean(),
    periodStartDate: z.string(),
    periodEndDate: z.string(),
    days: z.array(z.number()),
    startTime: z.string(),
    endTime: z.string(),
  }),
  links: z.array(z.object({ type: z.enum(INFO_LINK_TYPES), data: z.string() })),
  price: z.string(),
})
const draftSchema = z.object({ values, hadPhoto: z.boolean(), openedAt: z.number() })

/** A half-written event. The photo is not in it: storage of this kind holds text, and little of it. */
export interface Draft {
  values: EventFormValues
  hadPhoto: boolean
  /** When the person began, epoch ms. */
  openedAt: number
}

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The draft kept on this device; undefined when there is none, or when an older version wrote it differently. */
export function readDraft(storage: TextStorage | undefined, slot: DraftSlot): Draft | undefined {
  try {
    const parsed = draftSchema.safeParse(JSON.parse(storage?.getItem(keyOf(slot)) ?? 'null'))
    return parsed.success && !isUntouched(parsed.data.values) ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** Keeps the draft, or drops it when nothing is left in the form. Never fails: a full storage only loses the draft. */
export function keepDraft(storage: TextStorage | undefined, slot: DraftSlot, draft: Draft): void {
  try {
    if (isUntouched(draft.values)) storage?.removeItem(keyOf(slot))
    else storage?.setItem(keyOf(slot), JSON.stringify(draft))
  } catch {
    // Private windows and full storages refuse: the form itself still has everything.
  }
}

export function dropDraft(storage: TextStorage | undefined, slot: DraftSlot): void {
  try {
    storage?.removeItem(keyOf(slot))
  } catch {
    // As above.
  }
}

/** The storage of drafts; absent where the browser forbids it. */
export function draftStorage(): TextStorage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
