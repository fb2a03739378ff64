import { describe, expect, it } from 'vitest'
import { isHost, requestOrigin } from './request-source'

describe('the origin of a request', () => {
  it.each([
    'guide.example',
    'guide.example:8080',
    'localhost',
    'guide_1.internal',
    'example.com.',
    '127.0.0.1:3000',
    '[::1]:3000',
    '[2001:db8::7]',
  ])('repeats the host %s', (host) => {
    expect(requestOrigin({ host, protocol: 'http' }, undefined)).toBe(`http://${host}`)
    expect(requestOrigin({ host, protocol: 'https' }, undefined)).toBe(`https://${host}`)
  })

  it.each([
    '',
    'a b',
    'evil"><script>',
    "evil'",
    'evil&amp;',
    'guide.example/path',
    'guide.example?x',
    'guide.example#x',
    'user@evil.example',
    'guide.example\\@evil.example',
    'evil.example, guide.example',
    '[::1',
    '[1::2::3]',
    '1.2.3.999',
    'guide..example',
    'guide.example:99999',
    'guide.example:',
    `${'a.'.repeat(140)}example`,
  ])('does not repeat %j, which is no host', (host) => {
    expect(isHost(host)).toBe(false)
    expect(requestOrigin({ host, protocol: 'https' }, undefined)).toBe('https://localhost')
  })

  it.each(['javascript', 'ftp', 'https"><x', 'HTTPS', '', 'https,http'])(
    'takes the protocol %j for http',
    (protocol) => {
      expect(requestOrigin({ host: 'guide.example', protocol }, undefined)).toBe('http://guide.example')
    },
  )

  it('is PUBLIC_ORIGIN where that is set, whatever the request says', () => {
    const request = { host: 'evil.example', protocol: 'https' }
    expect(requestOrigin(request, 'https://guide.example')).toBe('https://guide.example')
  })
})
