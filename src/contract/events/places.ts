import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint'
import { slugFilter } from '../envelope'

/** A place of published events: its name with its address, and where it is. */
export const placeSchema = z.object({
  slug: z.string(),
  location_name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})
export type PublicPlace = z.infer<typeof placeSchema>

export const getPlace = defineEndpoint({
  name: 'getPlace',
  method: 'GET',
  path: '/places/{slug}',
  summary:
    'A place that at least one published event has or had. A spelling that was merged gives the place that stays, whose `slug` then differs.',
  permission: 'programme.read',
  auth: 'none',
  params: z.object({ slug: slugFilter }),
  reply: placeSchema,
  status: 200,
  errors: ['NOT_FOUND'],
})
