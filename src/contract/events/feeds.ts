import * as z from 'zod/mini'
import { isQuery } from '@/domain/events/search-words'
import { escapeMarkup } from '@/domain/text/markup'
import { slugFilter, someTags, villageDay } from '@/contract/envelope'
import { EMBED_PATH } from '@/contract/plain-routes'
import { factsQuery } from './events'

/** One that makes no sense is refused: it would be of everything. */
export const feedQuery = z.object({
  tags: z.optional(someTags),
  q: z.optional(z.string().check(z.refine(isQuery))),
  from: z.optional(villageDay),
  to: z.optional(villageDay),
  evening: z.optional(villageDay),
  ...factsQuery,
  place: z.optional(slugFilter),
  organiser: z.optional(slugFilter),
  lang: z.optional(z.string()),
})
export type FeedQuery = z.output<typeof feedQuery>

export const EMBED_DAYS = 7
const MAX_DAYS = 31

export const embedQuery = z.object({
  tags: z.optional(someTags),
  days: z.optional(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d?$/)),
      z.pipe(z.transform(Number), z.number().check(z.maximum(MAX_DAYS))),
    ),
  ),
  lang: z.optional(z.string()),
  theme: z.optional(z.enum(['light', 'dark'])),
})
export type EmbedQuery = z.output<typeof embedQuery>

export function embedAddress({ tags, days, lang, theme }: EmbedQuery): string {
  const given = Object.entries({ tags, days: days?.toString(), lang, theme })
  const query = new URLSearchParams(
    Object.fromEntries(given.filter((entry): entry is [string, string] => Boolean(entry[1]))),
  ).toString()
  return query === '' ? EMBED_PATH : `${EMBED_PATH}?${query}`
}

export function embedSnippet(origin: string, query: EmbedQuery, title: string): string {
  const address = escapeMarkup(`${origin}${embedAddress(query)}`)
  return `<iframe src="${address}" title="${escapeMarkup(title)}" width="100%" height="600" style="border:0" loading="lazy" sandbox="allow-top-navigation-by-user-activation allow-popups"></iframe>`
}
