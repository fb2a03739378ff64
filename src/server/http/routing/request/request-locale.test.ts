import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { requestLocale } from './request-source'

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
