import * as z from 'zod/mini'
import { ACCESS_FEATURES, EVENT_LANGUAGES } from '@/domain/events/facts/facts-filter'

/**
 * The facts of an event; absent where nothing is said, which is never 'no' (rules 4.11). Open lists: a client shows what it knows of them.
 */
export const factFields = {
  /** `all`, `families` or `adults`. */
  audience: z.optional(z.string()),
  /** `step_free`, `accessible_toilet`, `sign_language`, `seating`. */
  access: z.optional(z.array(z.string())),
  /** BCP 47 primary tags. */
  languages: z.optional(z.array(z.string())),
}

const flag = z.optional(z.coerce.number().check(z.gte(1, 'invalid'), z.lte(1, 'invalid')))

function listOf(known: readonly string[]) {
  return z.optional(
    z.string().check(z.refine((text) => text.split(',').every((one) => known.includes(one)), 'invalid')),
  )
}

/** A filter by facts. One that makes no sense is refused: without it the list would be of everything. */
export const factsQuery = {
  /** 1: the price is 0. */
  free: flag,
  /** 1: for families, or for everybody. */
  family: flag,
  /** Comma-joined; an event has all of them. */
  access: listOf(ACCESS_FEATURES),
  /** Comma-joined languages; one of them is spoken. */
  in: listOf(EVENT_LANGUAGES),
}
