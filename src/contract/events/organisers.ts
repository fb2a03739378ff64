import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint'
import { slugFilter } from '../envelope'
import { photoFields } from './events'

export const linkSchema = z.object({ type: z.string(), data: z.string() })

/** An organiser as everyone reads it: an account that staff has marked as one. */
const organiserSchema = z.object({
  slug: z.string(),
  name: z.string(),
  /** The text, in the language of the request where it is in it; `text_locale` is the one that it is in. */
  text: z.optional(z.string()),
  text_locale: z.optional(z.enum(['en', 'pt'])),
  links: z.array(linkSchema),
  ...photoFields,
})
export type PublicOrganiser = z.infer<typeof organiserSchema>

export const getOrganiser = defineEndpoint({
  name: 'getOrganiser',
  method: 'GET',
  path: '/organisers/{slug}',
  summary:
    'An account that staff has marked as an organiser. Its events are those of `GET /events?organiser=`.',
  permission: 'programme.read',
  auth: 'none',
  params: z.object({ slug: slugFilter }),
  reply: organiserSchema,
  status: 200,
  errors: ['NOT_FOUND'],
})
