import { expect, test } from 'vitest'
import { attentionText } from './delivery-note'

test('says why it needs attention: in words of ours, the server’s, or that it was not accepted', () => {
  expect(attentionText({ lastError: { code: 'IDEMPOTENCY_KEY_REUSED' } })).toMatch(/earlier/)
  expect(attentionText({ lastError: { code: 'PAYLOAD_TOO_LARGE' } })).not.toMatch(/:$/)
  const message = 'Only residents may do this.'
  expect(attentionText({ lastError: { code: 'OF_A_LATER_VERSION', message } })).toBe(message)
  expect(attentionText({ lastError: { code: 'OF_A_LATER_VERSION' } })).toBe('It wasn’t accepted.')
})
