import { ERROR_CODES } from '@/contract/errors'
import type { ErrorCode } from '@/contract/errors'
import { errorText } from '@/messages/problem-text'
import type { OutboxError } from '@/offline/outbox/entry'

function isErrorCode(code: string): code is ErrorCode {
  return (ERROR_CODES as readonly string[]).includes(code)
}

/** The message for an error response of our API, in the reader's language; undefined for any other response. */
export function refusalText(error: Pick<OutboxError, 'code'> | undefined): string | undefined {
  return error !== undefined && isErrorCode(error.code) ? errorText(error.code) : undefined
}
