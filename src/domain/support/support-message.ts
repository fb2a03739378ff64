import * as z from 'zod/mini'
import { emailSchema } from '@/domain/accounts/account'
import { lineOf, linesOf } from '@/domain/text/text-fields'

export const SUPPORT_TOPICS = [
  'Event Support',
  'Technical Support',
  'Urgent Matter',
  'Feedback',
  'Other',
] as const
export type SupportTopic = (typeof SUPPORT_TOPICS)[number]

const SUPPORT_NAME_MAX = 200
export const SUPPORT_MESSAGE_MAX = 1000

export const supportMessageSchema = z.object({
  first_name: lineOf([1, 'first_name_required'], [SUPPORT_NAME_MAX, 'name_too_long']),
  last_name: lineOf([1, 'last_name_required'], [SUPPORT_NAME_MAX, 'name_too_long']),
  email: emailSchema,
  topic: z.enum(SUPPORT_TOPICS, 'topic_required'),
  message: linesOf([1, 'message_required'], [SUPPORT_MESSAGE_MAX, 'message_too_long']),
})
export type SupportMessage = z.infer<typeof supportMessageSchema>
