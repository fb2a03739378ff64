import * as z from 'zod/mini'
import { AUDIENCES, ACCESS_FEATURES, EVENT_LANGUAGES } from '@/domain/events/facts/event-facts'
import type { DraftContent, DraftOrigin } from './draft'
import { PRICE_KINDS } from '../form-values'

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
        isDaily: z.boolean(),
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
  priceKind: z.enum(PRICE_KINDS),
  price: z.string(),
  facts: z.object({
    audience: z.optional(z.enum(AUDIENCES)),
    access: z.array(z.enum(ACCESS_FEATURES)),
    languages: z.array(z.enum(EVENT_LANGUAGES)),
  }),
})
const originSchema: z.ZodMiniType<DraftOrigin> = z.object({
  kind: z.enum(['shared', 'earlier-event']),
  title: z.optional(z.string()),
})
const contentSchema = z.object({ values, origin: z.optional(originSchema), context: z.optional(z.unknown()) })

export function readDraftContent(content: unknown): DraftContent | undefined {
  const parsed = contentSchema.safeParse(content)
  if (!parsed.success) return undefined
  const { values: current, origin, context } = parsed.data
  return { values: current, origin, context }
}
