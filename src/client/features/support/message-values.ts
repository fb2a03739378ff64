import { isProblemCode, problemsOf } from '@/domain/problem'
import type { ProblemCode } from '@/domain/problem'
import { supportMessageSchema } from '@/domain/support-message'
import type { SupportMessage } from '@/domain/support-message'
import type { OutboxEntry, OutboxError } from '@/offline/outbox/entry'

export type MessageEntry = Extract<OutboxEntry, { kind: 'sendSupportMessage' }>

/** What stands in the fields; the topic may still be unchosen. */
export type MessageValues = Record<keyof SupportMessage, string>
export type MessageField = keyof MessageValues

export const EMPTY_MESSAGE: MessageValues = {
  first_name: '',
  last_name: '',
  email: '',
  topic: '',
  message: '',
}

/** The message that may be sent (spec 5, support form); undefined while something is wrong with it. */
export function readMessage(values: MessageValues): SupportMessage | undefined {
  const parsed = supportMessageSchema.safeParse(values)
  return parsed.success ? parsed.data : undefined
}

/** What is wrong with each field: by the rules, and by what the server said to a value that still stands. */
export function messageProblems(
  values: MessageValues,
  refused?: { payload: SupportMessage; lastError?: OutboxError | undefined },
): Partial<Record<MessageField, ProblemCode>> {
  const found: Partial<Record<MessageField, ProblemCode>> = {}
  for (const { path, code } of refused?.lastError?.fields ?? []) {
    if (isField(path) && isProblemCode(code) && values[path] === refused?.payload[path]) found[path] = code
  }
  const parsed = supportMessageSchema.safeParse(values)
  for (const { path, code } of parsed.success ? [] : problemsOf(parsed.error.issues)) {
    if (isField(path)) found[path] = code
  }
  return found
}

function isField(path: string): path is MessageField {
  return path in EMPTY_MESSAGE
}
