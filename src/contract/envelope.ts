import * as z from 'zod/mini'
import { _default as withDefault } from 'zod/mini'
import { isSlug } from '@/domain/text/plain-text'
import { instantOfWall, isCalendarDay } from '@/domain/time/local-time'

const MAX_EPOCH_SECONDS = 8.64e12

export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), has_more: z.boolean() })
}

/** Epoch seconds; of ISO 8601 text (rules 3) a reader accepts a few: village time where it names no zone. */
export const epochSeconds = z.pipe(
  z.union([z.number().check(z.gte(-MAX_EPOCH_SECONDS), z.lte(MAX_EPOCH_SECONDS)), z.string()]),
  z.transform((value: number | string, { issues }): number => {
    const seconds = typeof value === 'number' ? value : parseInstant(value)
    if (seconds !== undefined) return seconds
    issues.push({ code: 'custom', message: 'invalid', input: value })
    return z.NEVER
  }),
)

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/

function parseInstant(text: string): number | undefined {
  const [, day, time = '00:00', second = '00', zone] = ISO.exec(text) ?? []
  const wallMs = Date.parse(`${day}T${time}:${second}Z`)
  // Date reads February 30 as March 2, and 24:00 as the next day's 00:00.
  if (Number.isNaN(wallMs) || !new Date(wallMs).toISOString().startsWith(`${day}T${time}`)) return undefined
  const wall = wallMs / 1000
  if (zone === undefined) return instantOfWall(wall)
  const offset = zone === 'Z' ? 0 : offsetSeconds(zone)
  return offset === undefined ? undefined : wall - offset
}

function offsetSeconds(zone: string): number | undefined {
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3).replace(':', ''))
  if (hours > 23 || minutes > 59) return undefined
  return (zone.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60)
}

/** A record to which a server that says no more than rules 3 and 7 adds nothing: `rest` tells what is missing from what is there. */
export function completed<T extends z.ZodMiniType>(
  schema: T,
  rest: (record: Record<string, unknown>) => object,
): z.ZodMiniPipe<z.ZodMiniTransform<z.input<T>, unknown>, T> {
  return z.pipe(
    z.transform((record: unknown) => ({ ...rest(Object(record)), ...Object(record) })),
    schema,
  )
}

export const pageNumber = withDefault(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1)

/** `per_page` is capped at 100 (rules 7.2): a larger number counts as 100. */
export function perPage(byDefault: number) {
  return withDefault(
    z.pipe(
      z.coerce.number().check(z.int(), z.gte(1)),
      z.transform((requested: number) => Math.min(requested, 100)),
    ),
    byDefault,
  )
}

/** Comma-joined keys of tags (rules 7.2). Node refuses a longer URL before this does. */
export const tagFilter = z.string().check(z.maxLength(16_000))

/** A `tagFilter` with a key in it: the list would be the whole programme without one. */
export const someTags = tagFilter.check(z.regex(/[^,\s]/))
export const slugFilter = z.string().check(z.refine(isSlug))

/** The id in lower case, as the database returns it; Swift writes upper case. */
export const uuid = z.uuid('invalid').check(z.toLowerCase())
export const idParams = z.object({ id: uuid })
export const emptyReply = z.object({})

/** The reply of a write of which rules 7 say nothing: undefined from a server that says no more than that it is done. */
export function replyOrNothing<T extends z.ZodMiniType>(schema: T) {
  return z.union([
    schema,
    z.pipe(
      z.strictObject({}),
      z.transform(() => undefined),
    ),
  ])
}

/** A village day `YYYY-MM-DD`. */
export const villageDay = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'invalid'), z.refine(isCalendarDay, 'invalid'))
