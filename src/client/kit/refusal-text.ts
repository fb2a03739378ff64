import { ERROR_CODES } from '@/contract/errors'
import type { ErrorCode } from '@/contract/errors'
import { errorText } from '@/messages/problem-text'
import type { OutboxError } from '@/offline/outbox/entry'

function isErrorCode(code: string): code is ErrorCode {
  return (ERROR_CODES as readonly string[]).includes(code)
}

/** The sentence for a refusal of the server, in the reader's language; undefined when it was no answer of ours. */
export function refusalText(error: Pick<OutboxError, 'code'> | undefined): string | undefined {
  return error !== undefined && isErrorCode(error.code) ? errorText(error.code) : undefined
}
