import { describe, expect, it } from 'vitest'
import { MailAddressError, checkedAddress } from './mailer'

describe('an address', () => {
  it('that is plain goes through unchanged', () => {
    for (const address of ['ana@example.com', "o'brien+surf@mail.example.pt", 'A.B@xn--caf-dma.example']) {
      expect(checkedAddress(address)).toBe(address)
    }
  })

  it('that a mailer would read more into is refused', () => {
    const refused = [
      'ana@example.com\r\nBcc: all@example.com',
      'ana@example.com\n',
      '\nana@example.com',
      'ana@example.com, eva@example.com',
      'ana@example.com;eva@example.com',
      'ana@example.com eva@example.com',
      'Ana <ana@example.com>',
      '<ana@example.com>',
      '"ana@evil.example"@example.com',
      'ana(comment)@example.com',
      'friends:ana@example.com;',
      'ana@example.com\0',
      'ana@@example.com',
      'ana@localhost',
      'ana@[127.0.0.1]',
      '@example.com',
      'ana@',
      '',
      `${'a'.repeat(250)}@example.com`,
    ]
    for (const address of refused) expect(() => checkedAddress(address), address).toThrow(MailAddressError)
  })

  it('that is refused is not repeated in the error', () => {
    expect(() => checkedAddress('Ana <ana@example.com>')).not.toThrow(/ana@/)
  })
})
