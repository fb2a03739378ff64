import { describe, expect, it } from 'vitest'
import { serializeError } from './logger'

describe('serializeError', () => {
  it('leaves out the values of a failed query, wherever the driver put them', () => {
    const cause = Object.assign(new Error('duplicate key: (email)=(ana@example.com)'), {
      severity: 'ERROR',
      code: '23505',
      detail: 'Key (email)=(ana@example.com) already exists.',
      constraint: 'users_email_unique',
    })
    const error = Object.assign(new Error('Failed query: insert … params: ana@example.com', { cause }), {
      query: 'insert',
    })
    const logged = serializeError(error)
    expect(JSON.stringify(logged)).not.toContain('ana@example.com')
    expect(logged.cause).toMatchObject({ code: '23505', constraint: 'users_email_unique' })
    expect(logged.stack).toContain('logger.test.ts')
  })

  it('leaves out what a mail server responded, which repeats who the mail is to', () => {
    const error = Object.assign(new Error('Recipient command failed: 550 5.1.1 <ana@example.com>'), {
      code: 'EENVELOPE',
      response: '550 5.1.1 <ana@example.com>',
      responseCode: 550,
      command: 'RCPT TO',
    })
    const logged = serializeError(new Error('a job failed', { cause: error }))
    expect(JSON.stringify(logged)).not.toContain('ana@example.com')
    expect(logged.cause).toMatchObject({ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' })
  })

  it('does not write out what was thrown without being an error', () => {
    expect(serializeError('ana@example.com')).toEqual({ type: 'string' })
  })
})
