import * as z from 'zod/mini'
import { defineEndpoint } from '@/contract/endpoint'
import { slugFilter } from '@/contract/envelope'
import { photoFields, programme } from './events'

export const placeSchema = z.object({
  slug: z.string(),
  location_name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})
export type PublicPlace = z.infer<typeof placeSchema>

export const getPlace = defineEndpoint('GET /places/{slug}', {
  summary:
    'A place that at least one published event has or had. A spelling that was merged gives the place that stays, whose `slug` then differs.',
  ...programme,
  params: z.object({ slug: slugFilter }),
  reply: placeSchema,
  errors: ['NOT_FOUND'],
})

export const linkSchema = z.object({ type: z.string(), data: z.string() })

const organiserSchema = z.object({
  slug: z.string(),
  name: z.string(),
  text: z.optional(z.string()),
  text_locale: z.optional(z.enum(['en', 'pt'])),
  links: z.array(linkSchema),
  ...photoFields,
})
export type PublicOrganiser = z.infer<typeof organiserSchema>

export const getOrganiser = defineEndpoint('GET /organisers/{slug}', {
  summary:
    'An account that staff has marked as an organiser. Its events are those of `GET /events?organiser=`.',
  ...programme,
  params: z.object({ slug: slugFilter }),
  reply: organiserSchema,
  errors: ['NOT_FOUND'],
})
