import * as z from 'zod/mini'
import { _default as withDefault } from 'zod/mini'

/** A page of a list (spec 3, paged result). */
export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), has_more: z.boolean() })
}

/** Instants are epoch seconds; a few arrive as ISO strings (spec 3), which a reader accepts. */
export const epochSeconds = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((value: number | string) =>
    typeof value === 'number' ? value : Math.floor(Date.parse(value) / 1000),
  ),
)

/** `page` counts from 1. */
export const pageNumber = withDefault(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1)

/** `per_page` is capped at 100 (decisions): a larger wish is answered with 100. */
export function perPage(byDefault: number) {
  return withDefault(
    z.pipe(
      z.coerce.number().check(z.int(), z.gte(1)),
      z.transform((wish: number) => Math.min(wish, 100)),
    ),
    byDefault,
  )
}

/** Comma-joined keys of tags (spec 7). A request's address ends before this does. */
export const tagFilter = z.string().check(z.maxLength(16_000))

/** In lower case, as the database answers it; Swift writes upper case. */
export const uuid = z.uuid('invalid').check(z.toLowerCase())
export const idParams = z.object({ id: uuid })
export const emptyReply = z.object({})
