import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { requestLocale, isHost, requestOrigin } from './request-source'

async function localeOf(headers: Record<string, string>): Promise<string> {
  const app = Fastify()
  app.get('/', (request) => requestLocale(request))
  return (await app.inject({ url: '/', headers })).body
}

describe('the language of a response', () => {
  it.each([
    ['the base language without a preference', {}, 'en'],
    ['the requested one', { 'accept-language': 'pt' }, 'pt'],
    ['the one of a requested region', { 'accept-language': 'pt-BR,pt;q=0.9,en;q=0.8' }, 'pt'],
    ['the one of the highest weight, whatever the order', { 'accept-language': 'en;q=0.5, pt;q=0.8' }, 'pt'],
    ['the first that is supported', { 'accept-language': 'de, fr;q=0.9, pt;q=0.1' }, 'pt'],
    ['the base language when none is', { 'accept-language': 'de-DE, *;q=0.1' }, 'en'],
    ['the base language for nonsense', { 'accept-language': ';;;,,,q=' }, 'en'],
    ['the one of the cookie before the browser’s', { cookie: 'a=b; lang=pt', 'accept-language': 'en' }, 'pt'],
    ['the browser’s when the cookie is nonsense', { cookie: 'lang=<script>', 'accept-language': 'pt' }, 'pt'],
  ])('is %s', async (_, headers, locale) => {
    expect(await localeOf(headers)).toBe(locale)
  })
})

describe('the origin of a request', () => {
  it.each([
    'guide.example',
    'guide.example:8080',
    'localhost',
    '127.0.0.1:3000',
    '[::1]:3000',
    '[2001:db8::7]',
  ])('repeats the host %s', (host) => {
    expect(requestOrigin({ host, protocol: 'http' }, undefined)).toBe(`http://${host}`)
    expect(requestOrigin({ host, protocol: 'https' }, undefined)).toBe(`https://${host}`)
  })

  it.each([
    '',
    'evil"><script>',
    'evil&amp;',
    'guide.example/path',
    'user@evil.example',
    'guide.example\\@evil.example',
    'evil.example, guide.example',
    '[::1',
    '1.2.3.999',
    'guide.example:99999',
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
