import * as z from 'zod/mini'
import { emailSchema } from '@/domain/accounts/account'
import { submissionSchema } from '@/domain/submissions/submission'
import { TAGS_MAX } from '@/domain/tags/tag'
import { backOffice } from '@/contract/back-office/back-office-people'
import { defineEndpoint } from './endpoint'
import { emptyReply, uuid, epochSeconds } from './envelope'
import { requiredText } from '@/domain/text/text-fields'
import { locales } from '@/messages/compiled/runtime.js'
import { tagKeySchema } from '@/domain/tags/tag-schemas'

const TOKEN_MAX = 200

const visitors = { permission: 'week-mail.subscribe', auth: 'none' } as const
const tagKeys = z.array(tagKeySchema, 'invalid').check(z.maxLength(TAGS_MAX, 'invalid'))
const { website } = submissionSchema.shape

export const subscribeToWeek = defineEndpoint('POST /week-mail', {
  summary:
    'Mail a link that confirms the week by mail for this address, with events of these tags; none: of every tag. The response is the same for every address.',
  ...visitors,
  body: z.object({ email: emailSchema, tag_keys: tagKeys, website }),
  reply: emptyReply,
  status: 202,
})

const weekLink = z.object({
  id: uuid,
  token: requiredText(TOKEN_MAX),
})

export const confirmWeek = defineEndpoint('POST /week-mail/confirm', {
  summary:
    'Begin the week by mail, by the link of the mail that was asked for, within 48 hours; again is no error. It replaces what was chosen before.',
  ...visitors,
  body: weekLink,
  reply: z.object({ tag_keys: z.array(z.string()) }),
  errors: ['NOT_FOUND'],
})

export const endWeek = defineEndpoint('POST /week-mail/end', {
  summary: 'End the week by mail, by the link of any of its mails; again is no error.',
  ...visitors,
  body: weekLink,
  reply: emptyReply,
  errors: ['NOT_FOUND'],
})

export const getWeekMail = defineEndpoint('GET /backoffice/week-mail', {
  summary: 'How many people get the week by mail, and when the next one leaves.',
  ...backOffice,
  reply: z.object({ confirmed: z.number(), sends_at: epochSeconds }),
})

const weekLanguage = z.object({ locale: z.enum(locales) })

export const previewWeekMail = defineEndpoint('GET /backoffice/week-mail/preview', {
  summary:
    'The next week by mail, with the events of all tags as it would go out now; nothing where no mail would.',
  ...backOffice,
  query: weekLanguage,
  reply: z.object({
    mail: z.optional(z.object({ subject: z.string(), text: z.string(), html: z.string() })),
  }),
})

export const sendWeekMailToMe = defineEndpoint('POST /backoffice/week-mail/to-me', {
  summary: 'Mail the next week, as the preview has it, to the address of the caller alone.',
  ...backOffice,
  body: weekLanguage,
  reply: emptyReply,
  status: 202,
})
