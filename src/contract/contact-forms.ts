import * as z from 'zod/mini'
import { _default as withDefault } from 'zod/mini'
import { supportMessageSchema } from '@/domain/support/support-message'
import { defineEndpoint, defineStaffEndpoint } from './endpoint'
import { epochSeconds } from './envelope'

export const sendSupportMessage = defineEndpoint('POST /contact-form', {
  summary: 'Send a message to the team.',
  permission: 'support.write',
  auth: 'none',
  body: supportMessageSchema,
  reply: z.object({ id: z.string(), created_at: z.optional(epochSeconds) }),
  status: 201,
  idempotent: true,
})

const contactFormSchema = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  topic: z.string(),
  message: z.string(),
  locale: withDefault(z.string(), 'en'),
  created_at: epochSeconds,
  done_at: z.optional(epochSeconds),
})
export type ContactForm = z.infer<typeof contactFormSchema>

/** Microseconds since 1970, and an id: after which message a page goes on. */
const CONTACT_FORM_CURSOR = /^\d{1,16}\.[0-9a-f-]{36}$/

export const listContactForms = defineStaffEndpoint('GET /backoffice/contact-forms', {
  summary: 'Support messages, the newest first: all, or with `limit` a page and its cursor `next`.',
  query: z.object({
    show: z.optional(z.enum(['open', 'done'])),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
    after: z.optional(z.string().check(z.regex(CONTACT_FORM_CURSOR))),
  }),
  reply: z.object({ items: z.array(contactFormSchema), next: z.optional(z.string()) }),
})

export const countContactForms = defineStaffEndpoint('GET /backoffice/contact-forms/count-by-status', {
  summary: 'How many support messages are open, and how many are done.',
  reply: z.object({ open: z.number(), done: z.number() }),
})

export const setContactFormDone = defineStaffEndpoint('PUT /backoffice/contact-forms/{id}/done', {
  summary: 'Mark a support message as done, or as open again.',
  body: z.object({ is_done: z.boolean('invalid') }),
  reply: contactFormSchema,
})

export const deleteContactForm = defineStaffEndpoint('DELETE /backoffice/contact-forms/{id}', {
  summary: 'Delete a support message.',
})
