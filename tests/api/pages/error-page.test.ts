import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { ApiError } from '@/server/http/errors/errors'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp({
    pages: async (app) => {
      app.get('/*', (request) => {
        throw request.url.startsWith('/busy')
          ? new ApiError('UNAVAILABLE', { retryAfterSeconds: 5 })
          : new Error('secret of the server')
      })
    },
  })
})
afterAll(() => test.close())

const visit = (url: string, headers: Record<string, string>) => test.app.inject({ url, headers })
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('a page that cannot be rendered', () => {
  it('says so to a person, in their language, with a way on', async () => {
    const { statusCode, headers, body } = await visit('/busy', { ...BROWSER, 'accept-language': 'pt-PT' })
    expect(statusCode).toBe(503)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '5',
    })
    expect(body).toContain('<html lang="pt">')
    expect(body).toContain('<a href="">Tentar')
  })

  it('reveals no internals', async () => {
    const { statusCode, body } = await visit('/broken?"><script>', BROWSER)
    expect(statusCode).toBe(500)
    expect(body).toContain('Something went wrong')
    expect(body).not.toContain('secret')
    expect(body).not.toContain('<script>')
  })

  it.each([
    ['/busy', '*/*'],
    ['/api/v1/nothing', BROWSER.accept],
  ])('%s stays data for a program that accepts %s', async (url, accept) => {
    const { headers, body } = await visit(url, { accept })
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(JSON.parse(body)).toHaveProperty('error.code')
  })
})
