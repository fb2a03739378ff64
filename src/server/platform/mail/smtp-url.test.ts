import { describe, expect, it } from 'vitest'
import { connectionOf } from './smtp-mailer'

describe('a connection to a mail server', () => {
  it.each([
    ['smtp://mail.example.com:587', true],
    ['smtp://guide:p%40ss@mail.example.com', true],
    ['smtp://127.0.0.1.example.com', true],
    ['smtp://localhost.example.com', true],
    ['smtp://10.0.0.5:25', true],
    ['smtp://127.0.0.1:25', false],
    ['smtp://localhost', false],
    ['smtp://[::1]:25', false],
    ['smtp://mail.example.com?tls=optional', false],
    ['smtps://mail.example.com', false],
  ])('to %s has to be encrypted by STARTTLS: %s', (smtpUrl, requireTLS) => {
    expect(connectionOf(smtpUrl).requireTLS).toBe(requireTLS)
  })

  it('keeps user, password and options as they were', () => {
    expect(connectionOf('smtp://a%40b:p%40ss%2F@mail.example.com:2525?tls=optional&name=guide').url).toBe(
      'smtp://a%40b:p%40ss%2F@mail.example.com:2525?name=guide',
    )
  })
})
