import { expect, test } from 'vitest'
import type { Refused } from '@/offline/api/next-step'
import { attentionText } from './delivery-outcome'

const refused = (code: string, message = '') => {
  const lastError = { kind: 'refused', status: 422, code, message, fields: [] }
  return { lastError: lastError as unknown as Refused }
}

test('says why it needs attention: in words of ours, the server’s, or that it was not accepted', () => {
  expect(attentionText(refused('IDEMPOTENCY_KEY_REUSED'))).toMatch(/earlier/)
  expect(attentionText(refused('PAYLOAD_TOO_LARGE'))).not.toMatch(/:$/)
  const message = 'Only residents may do this.'
  expect(attentionText(refused('OF_A_LATER_VERSION', message))).toBe(message)
  expect(attentionText(refused('OF_A_LATER_VERSION'))).toBe('It wasn’t accepted.')
})
