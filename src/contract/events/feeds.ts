import * as z from 'zod/mini'
import { isQuery } from '@/domain/events/search-words'
import { slugFilter, someTags, villageDay } from '../envelope'
import { factsQuery } from './event-facts'

/**
 * The filter of a feed, in the words of the list's own address, since people copy it; its language is in the address, too, because a
 * reader of feeds sends no cookie. A filter that makes no sense is refused: without it the feed would be of everything.
 */
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
