import * as z from 'zod/mini'
import { _default as withDefault } from 'zod/mini'
import { AUDIENCES } from '@/domain/events/facts/event-facts'
import { ACCESS_FEATURES, EVENT_LANGUAGES } from '@/domain/events/facts/facts-filter'
import { newId } from '@/offline/platform/new-id'
import type { DraftSlot } from '@/offline/outbox/drafts/draft-key'
import type { DraftStore } from '@/offline/outbox/drafts/drafts'
import { draftContent } from './draft'
import type { DraftContent, DraftOrigin } from './draft'
import { PRICE_KINDS, isUntouched } from '../form-values'
import type { EventFormValues } from '../form-values'
import { toEuros } from '../to-submission'

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
        /** Absent in drafts from before several days were one block. */
        isDaily: withDefault(z.boolean(), false),
        startDate: z.string(),
        startTime: z.string(),
        endDate: z.string(),
        isEndChosen: z.optional(z.boolean()),
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
  links: z.array(z.object({ type: z.string(), data: z.string() })),
  /** Absent in drafts from before one could say nothing, or that it is a donation. */
  priceKind: z.optional(z.enum(PRICE_KINDS)),
  price: z.string(),
  /** The facts are absent in drafts of versions that had none. */
  facts: withDefault(
    z.object({
      audience: z.optional(z.enum(AUDIENCES)),
      access: z.array(z.enum(ACCESS_FEATURES)),
      languages: z.array(z.enum(EVENT_LANGUAGES)),
    }),
    { access: [], languages: [] },
  ),
})
const originSchema: z.ZodMiniType<DraftOrigin> = z.object({
  kind: z.enum(['shared-photo', 'earlier-event']),
  title: z.optional(z.string()),
})
const contentSchema = z.object({ values, origin: z.optional(originSchema), context: z.optional(z.unknown()) })

/** The content of a stored draft; undefined when another version wrote it differently. */
export function readDraftContent(content: unknown): DraftContent | undefined {
  const parsed = contentSchema.safeParse(content)
  if (!parsed.success) return undefined
  const { origin, context } = parsed.data
  return { values: upcast(parsed.data.values), origin, context }
}

/** In drafts of the older shape 0 is the default: nobody had said anything. */
function upcast({ priceKind, price, ...older }: z.infer<typeof values>): EventFormValues {
  if (priceKind !== undefined) return { ...older, priceKind, price }
  const isDefault = toEuros(price || '0') === 0
  return { ...older, priceKind: isDefault ? 'unsaid' : 'amount', price: isDefault ? '' : price }
}

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const releasedSchema = z.object({ values, hadPhoto: z.boolean(), token: z.optional(z.string()) })

/**
 * Migrates a draft of the released version from `localStorage` to the database, once: it gets its token first, so that
 * an interrupted migration continues where it stopped.
 */
export async function migrateReleasedDraft(
  storage: TextStorage | undefined,
  slot: DraftSlot,
  drafts: Pick<DraftStore, 'claim' | 'put'>,
): Promise<void> {
  const name = `event-draft:${slot.replace(/^(event|edit)\//, '')}`
  const text = readText(storage, name)
  if (storage === undefined || text === null) return
  const draft = readReleased(text)
  if (draft !== undefined && !isUntouched(draft.values)) {
    const { token = newId(), hadPhoto } = draft
    storage.setItem(name, JSON.stringify({ ...draft, token }))
    const unknown = { key: { slot, token }, content: draftContent(draft.values), revision: 0 }
    try {
      const claimed = await drafts.claim({ ...unknown, photo: undefined, hadPhoto })
      if (claimed.key.token === token) await drafts.put(claimed)
    } catch (error) {
      // The error is known by its name: the class is in the outbox's chunk, which the form does not wait for.
      if (!(error instanceof Error && error.name === 'AlreadySubmitted')) throw error
    }
  }
  storage.removeItem(name)
}

function readText(storage: TextStorage | undefined, name: string): string | null {
  try {
    return storage?.getItem(name) ?? null
  } catch {
    // Storage is forbidden: then nothing was stored either.
    return null
  }
}

function readReleased(text: string) {
  try {
    const parsed = releasedSchema.safeParse(JSON.parse(text))
    return parsed.success ? { ...parsed.data, values: upcast(parsed.data.values) } : undefined
  } catch {
    return undefined
  }
}
