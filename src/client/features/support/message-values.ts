import type { SupportMessage } from '@/domain/support-message'
import type { OutboxEntry } from '@/offline/outbox/entry'

export type MessageEntry = Extract<OutboxEntry, { kind: 'sendSupportMessage' }>

/** What stands in the fields; the topic may still be unchosen. */
export type MessageValues = Record<keyof SupportMessage, string>

export const EMPTY_MESSAGE: MessageValues = {
  first_name: '',
  last_name: '',
  email: '',
  topic: '',
  message: '',
}
