import * as z from 'zod/mini'
import { emailSchema } from '@/domain/accounts/account'
import { submissionSchema } from '@/domain/submissions/submission'
import { TAGS_MAX } from '@/domain/tags/tag'
import { tagKeySchema } from '@/domain/tags/tag-schemas'
import { defineEndpoint } from './endpoint'
import { emptyReply, uuid } from './envelope'

// The week by mail. Tokens are in the body: an address is logged.

const TOKEN_MAX = 200

const visitors = { permission: 'week-mail.subscribe', auth: 'none' } as const
const tagKeys = z.array(tagKeySchema, 'invalid').check(z.maxLength(TAGS_MAX, 'invalid'))
const { website } = submissionSchema.shape

export const subscribeToWeek = defineEndpoint({
  name: 'subscribeToWeek',
  method: 'POST',
  path: '/week-mail',
  summary:
    'Mail a link that confirms the week by mail for this address, with events of these tags; none: of every tag. The response is the same for every address.',
  ...visitors,
  body: z.strictObject({ email: emailSchema, tag_keys: tagKeys, website }),
  reply: emptyReply,
  status: 202,
  errors: ['MALFORMED_REQUEST', 'VALIDATION_FAILED', 'TOO_MANY_REQUESTS', 'PROOF_REQUIRED'],
})

/** The link out of a mail, as `<id>.<token>` in the fragment of its address. */
const weekLink = z.strictObject({
  id: uuid,
  token: z.string('required').check(z.minLength(1, 'required'), z.maxLength(TOKEN_MAX, 'invalid')),
})

/** 404 for a token that is wrong, and for one that is two days old. */
const linkErrors = ['MALFORMED_REQUEST', 'VALIDATION_FAILED', 'NOT_FOUND', 'TOO_MANY_REQUESTS'] as const

export const confirmWeek = defineEndpoint({
  name: 'confirmWeek',
  method: 'POST',
  path: '/week-mail/confirm',
  summary:
    'Begin the week by mail, by the link of the mail that was asked for, within 48 hours; again is no error. It replaces what was chosen before.',
  ...visitors,
  body: weekLink,
  reply: z.object({ tag_keys: z.array(z.string()) }),
  status: 200,
  errors: linkErrors,
})

export const endWeek = defineEndpoint({
  name: 'endWeek',
  method: 'POST',
  path: '/week-mail/end',
  summary: 'End the week by mail, by the link of any of its mails; again is no error.',
  ...visitors,
  body: weekLink,
  reply: emptyReply,
  status: 200,
  errors: linkErrors,
})
