import { expect, test } from 'vitest'
import { EMPTY_MESSAGE, messageProblems, readMessage } from './message-values'

const message = {
  first_name: 'Ana',
  last_name: 'Sousa',
  email: ' ana@example.com ',
  topic: 'Feedback' as const,
  message: 'Thank you!',
}

test('an empty form needs every field', () => {
  expect(messageProblems(EMPTY_MESSAGE)).toEqual({
    first_name: 'first_name_required',
    last_name: 'last_name_required',
    email: 'email_invalid',
    topic: 'topic_required',
    message: 'message_required',
  })
  expect(readMessage(EMPTY_MESSAGE)).toBeUndefined()
})

test('blanks around an answer are not sent', () => {
  expect(readMessage(message)?.email).toBe('ana@example.com')
})

test('what the server refused is wrong until it is changed', () => {
  const lastError = {
    code: 'VALIDATION_FAILED',
    fields: [{ path: 'email', code: 'email_invalid' as const, message: '' }],
  }
  const refused = { payload: message, lastError }
  expect(messageProblems(message, refused)).toEqual({ email: 'email_invalid' })
  expect(messageProblems({ ...message, email: 'ana@example.org' }, refused)).toEqual({})
})
