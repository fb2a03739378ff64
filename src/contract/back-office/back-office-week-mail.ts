import * as z from 'zod/mini'
import { oneLine } from '@/domain/text/plain-text'
import { defineEndpoint } from '../endpoint'
import { emptyReply, epochSeconds } from '../envelope'
import { backOffice, accessErrors } from './back-office-people'

export const WEEK_LINE_MAX = 140

const week = z.string().check(z.regex(/^\d{4}-W\d{2}$/, 'invalid'))
const line = z.string('invalid').check(oneLine(), z.maxLength(WEEK_LINE_MAX, 'text_too_long'))

/** The line on top of a week's mail, in each language; empty: none. */
export const weekLineSchema = z.strictObject({ en: line, pt: line })
export type WeekLine = z.infer<typeof weekLineSchema>

export const getWeekMail = defineEndpoint({
  name: 'getWeekMail',
  method: 'GET',
  path: '/backoffice/week-mail',
  summary:
    'How many people get the week by mail, when the next one leaves, its line, and what became of the last one.',
  ...backOffice,
  reply: z.object({
    confirmed: z.number(),
    /** Requests whose link may still be used. */
    unconfirmed: z.number(),
    /** The next one. */
    week,
    sends_at: epochSeconds,
    line: z.optional(z.object({ en: z.string(), pt: z.string() })),
    /** The last one: how many got it of those who still do, how many wait for it, how many could not be reached. */
    last: z.object({ week, sent: z.number(), waiting: z.number(), failed: z.number() }),
  }),
  status: 200,
  errors: accessErrors,
})

export const setWeekLine = defineEndpoint({
  name: 'setWeekLine',
  method: 'PUT',
  path: '/backoffice/week-mail/lines/{week}',
  summary:
    'Put a line on top of a week’s mail; an empty one in both languages removes it. 422 once that week has left, 409 when the stored line is not `over`.',
  ...backOffice,
  params: z.object({ week }),
  body: z.extend(weekLineSchema, {
    /** The line that was read; empty where there was none. Without it any line is replaced. */
    over: z.optional(weekLineSchema),
  }),
  reply: emptyReply,
  status: 200,
  errors: [...accessErrors, 'MALFORMED_REQUEST', 'VALIDATION_FAILED', 'CONFLICT'],
})
