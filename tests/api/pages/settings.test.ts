import { createHash } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { testPages, type TestPages } from '@tests/support/server/test-pages'
import { submission } from '@tests/support/server/submissions'
import { DEFAULT_SETTINGS, SETTINGS_PATH, settingsScript } from '@/contract/settings'

const settings = {
  ...DEFAULT_SETTINGS,
  googleMapsKey: '</script>a key',
  analyticsId: 'G-TEST123',
  minFillMs: 0,
}

let guide: TestPages
let test: TestApp
beforeAll(async () => {
  // The server's `builtRenderer` does the same.
  vi.stubGlobal('SETTINGS', settings)
  guide = await testPages({ settings })
  test = await buildTestApp({ ...guide, config: { settings } })
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await test.close()
  await guide.remove()
})

describe('the settings of the environment', () => {
  it('are a script that is revalidated at each use', async () => {
    const { statusCode, headers, body } = await test.app.inject(SETTINGS_PATH)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(headers['x-content-type-options']).toBe('nosniff')
    const page = {}
    runInNewContext(body, page)
    expect(page).toEqual({ SETTINGS: settings })
    const known = { 'if-none-match': String(headers.etag) }
    const again = await test.app.inject({ url: SETTINGS_PATH, headers: known })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it.each(['/', '/events', '/backoffice/login'])(
    'stand in the page at %s, whose policy runs them',
    async (url) => {
      const { headers, body } = await test.app.inject(url)
      expect(body).not.toContain(SETTINGS_PATH)
      const [, script = ''] = /<script>(globalThis\.SETTINGS=[^]*?)<\/script>/.exec(body) ?? []
      expect(script).toBe(settingsScript(settings))
      const hash = createHash('sha256').update(script).digest('base64')
      expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`)
    },
  )

  it('are asked for by the app shell, which a worker keeps', async () => {
    expect((await test.app.inject('/index.html')).body).toContain(
      `<script defer src="${SETTINGS_PATH}"></script>`,
    )
  })

  it('say how long a form is open at least', async () => {
    const atOnce = {
      method: 'POST',
      url: '/api/v1/events',
      payload: { ...submission(), filled_in_ms: 0 },
    } as const
    expect((await test.app.inject(atOnce)).statusCode).toBe(201)
  })
})
