import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { testPages, type TestPages } from '@tests/support/server/test-pages'
import { readConfig } from '@/server/config/read-config'
import { signInProviders } from '@/server/identity/sign-in-providers'

const ORIGIN = 'https://guide.example'

let guide: TestPages
beforeAll(async () => {
  guide = await testPages({ publicOrigin: ORIGIN })
})
afterAll(() => guide.remove())

/** The page as the server renders it for this environment. */
async function loginPage(path: string, env: Record<string, string>): Promise<string> {
  const identity = signInProviders(readConfig({ PUBLIC_ORIGIN: ORIGIN, ...env }), {
    origin: ORIGIN,
    log: { warn: () => {} },
  })
  const test: TestApp = await buildTestApp({ ...guide, identity, config: { publicOrigin: ORIGIN } })
  try {
    return (await test.app.inject({ url: path })).body
  } finally {
    await test.close()
  }
}

const GOOGLE = { GOOGLE_CLIENT_ID: 'guide', GOOGLE_CLIENT_SECRET: 'a secret of the guide' }

it.each(['/login', '/register'])('the buttons of the providers are in %s from the start', async (path) => {
  const page = await loginPage(path, GOOGLE)
  expect(page).toContain('Continue with Google')
  expect(page).not.toContain('Continue with Apple')
  expect(page).not.toContain(GOOGLE.GOOGLE_CLIENT_SECRET)
})

it('without a provider there is neither a button nor room for one', async () => {
  const page = await loginPage('/login', {})
  expect(page).toContain('Welcome Back')
  expect(page).not.toContain('Continue with')
})
