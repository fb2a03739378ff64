import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint'
import { slugFilter } from '../envelope'
import { placeSchema } from '../events/places'
import { backOffice, accessErrors } from './back-office-access'

/** `count`: how many events are there, in any status. */
const countedPlaceSchema = z.extend(placeSchema, { count: z.number() })
export type CountedPlace = z.infer<typeof countedPlaceSchema>

export const listBackOfficePlaces = defineEndpoint({
  name: 'listBackOfficePlaces',
  method: 'GET',
  path: '/backoffice/places',
  summary: 'The places of all events, by name, and how many events each has.',
  ...backOffice,
  reply: z.object({ items: z.array(countedPlaceSchema) }),
  status: 200,
  errors: accessErrors,
})

export const mergePlace = defineEndpoint({
  name: 'mergePlace',
  method: 'POST',
  path: '/backoffice/places/{slug}/merge',
  summary:
    'Give the events of this spelling another place, also those that will be stored with it. Its address leads to that place.',
  ...backOffice,
  params: z.object({ slug: slugFilter }),
  body: z.strictObject({ into_slug: slugFilter }),
  reply: countedPlaceSchema,
  status: 200,
  errors: [...accessErrors, 'MALFORMED_REQUEST', 'VALIDATION_FAILED', 'NOT_FOUND'],
})
