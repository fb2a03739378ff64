import * as z from 'zod/mini'
import { emailSchema } from '@/domain/accounts/account'
import { submissionSchema } from '@/domain/submissions/submission'
import { TAGS_MAX } from '@/domain/tags/tag'
import { defineEndpoint, defineStaffEndpoint } from './endpoint'
import { uuid, epochSeconds } from './envelope'
import { requiredText } from '@/domain/text/text-fields'
import { locales } from '@/messages/compiled/runtime.js'
import { tagKeySchema } from '@/domain/tags/tag-schemas'

const TOKEN_MAX = 200

const visitors = { permission: 'week-mail.subscribe', auth: 'none' } as const
const tagKeys = z.array(tagKeySchema, 'invalid').check(z.maxLength(TAGS_MAX, 'invalid'))
const { website } = submissionSchema.shape

export const subscribeToWeek = defineEndpoint('POST /week-mail', {
  summary: 'Mail a link that confirms the week by mail. The response is the same for every address.',
  ...visitors,
  body: z.object({ email: emailSchema, tag_keys: tagKeys, website }),
  status: 202,
})

const weekLink = z.object({ id: uuid, token: requiredText(TOKEN_MAX) })

export const confirmWeek = defineEndpoint('POST /week-mail/confirm', {
  summary: 'Begin the week by mail, by a link that works for 48 hours; again is no error.',
  ...visitors,
  body: weekLink,
  reply: z.object({ tag_keys: z.array(z.string()) }),
})

export const endWeek = defineEndpoint('POST /week-mail/end', {
  summary: 'End the week by mail, by the link of any of its mails; again is no error.',
  ...visitors,
  body: weekLink,
})

export const getWeekMail = defineStaffEndpoint('GET /backoffice/week-mail', {
  summary: 'How many people get the week by mail, and when the next one leaves.',
  reply: z.object({ confirmed: z.number(), sends_at: epochSeconds }),
})

const weekLanguage = z.object({ locale: z.enum(locales) })

export const previewWeekMail = defineStaffEndpoint('GET /backoffice/week-mail/preview', {
  summary: 'The next week by mail, with the events of all tags; nothing where none would go out.',
  query: weekLanguage,
  reply: z.object({
    mail: z.optional(z.object({ subject: z.string(), text: z.string(), html: z.string() })),
  }),
})

export const sendWeekMailToMe = defineStaffEndpoint('POST /backoffice/week-mail/to-me', {
  summary: 'Mail the next week, as the preview has it, to the address of the caller alone.',
  body: weekLanguage,
  status: 202,
})
