import type { Page } from '@playwright/test'
import { knownTo, signedInAs } from '../support/accounts'
import { expect, settled, test } from '../support/fixtures'

test.use({ serviceWorkers: 'allow' })

const NAMES = { google: 'Google', apple: 'Apple' } as const
type ProviderName = keyof typeof NAMES

const button = (page: Page, provider: ProviderName) =>
  page.getByRole('button', { name: `Continue with ${NAMES[provider]}` })

async function beginWithApple(page: Page): Promise<Page> {
  await page.goto('/login')
  const opening = page.waitForEvent('popup')
  await button(page, 'apple').click()
  const popup = await opening
  await expect(popup.getByRole('link', { name: 'Agree' })).toBeVisible()
  return popup
}

/** Waits until the worker responds to navigations, also to the one that comes back from the provider. */
async function withWorker(page: Page): Promise<void> {
  await page.goto('/')
  await settled(page)
  await page.reload()
}

/** The calls that sign somebody in, as they are made. */
function loginCalls(page: Page): string[] {
  const calls: string[] = []
  page.context().on('request', (request) => {
    if (/\/auth\/(?:google|apple)\/login$/.test(request.url())) calls.push(request.postData() ?? '')
  })
  return calls
}

test.describe('with Google', () => {
  test('a person comes back signed in, and the code is nowhere', async ({ page, server }) => {
    const email = knownTo(server.google)
    const calls = loginCalls(page)
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).origin))
    await page.goto('/login')
    await expect(button(page, 'google')).toBeVisible()
    expect([...hosts], 'before the tap').toEqual([server.origin])

    await button(page, 'google').click()
    await expect(page.getByRole('link', { name: 'Agree' })).toBeVisible()
    const begun = page.waitForRequest((request) =>
      request.url().startsWith(`${server.origin}/auth/google/callback`),
    )
    await page.getByRole('link', { name: 'Agree' }).click()
    const callback = new URL((await begun).url())
    await page.waitForURL(`${server.origin}/`)
    expect(await signedInAs(page)).toMatchObject({ email, name: 'Rui Mar' })
    expect(calls).toHaveLength(1)
    expect(JSON.parse(calls[0] ?? '')).toEqual({
      code: callback.searchParams.get('code'),
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.any(String),
    })

    await test.step('and the same response again signs nobody in', async () => {
      await page.goto(callback.href)
      await page.waitForURL(`${server.origin}/`)
      expect(calls).toHaveLength(1)
    })
  })

  test('by way of the worker, the back button and a network that was away one gets to where one wanted to go', async ({
    page,
    server,
  }) => {
    const email = knownTo(server.google)
    await page.route('**/auth/google/login', (route) => route.abort(), { times: 1 })
    await withWorker(page)
    await page.goto('/login')
    await page.evaluate(() => sessionStorage.setItem('redirect-address', '/events?filters=true'))
    await button(page, 'google').click()
    await expect(page.getByRole('link', { name: 'Agree' })).toBeVisible()

    await page.goBack()
    await expect(button(page, 'google')).not.toHaveAttribute('aria-busy')
    await button(page, 'google').click()
    await page.getByRole('link', { name: 'Agree' }).click()

    // The code may still be good: the same is tried again.
    await expect(page.getByText('We couldn’t reach the server.')).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.waitForURL('**/events?filters=true')
    expect(await signedInAs(page)).toMatchObject({ email })
  })
})

test.describe('with Apple', () => {
  test('a window of its own signs the person in and closes, once they agree; the name comes along', async ({
    page,
    server,
  }) => {
    const email = knownTo(server.apple, { name: undefined })
    server.apple.user = JSON.stringify({ name: { firstName: 'Joana', lastName: 'Vaz' }, email })
    await withWorker(page)

    await test.step('no is no, and closes the window', async () => {
      const popup = await beginWithApple(page)
      const note = page.getByText('Continue in the window that has just opened.')
      await expect(note).toBeVisible()
      const closing = popup.waitForEvent('close')
      await popup.getByRole('link', { name: 'Refuse' }).click()
      await expect(popup.getByText('Apple login failed')).toBeVisible()
      await closing
      await expect(note).toBeHidden()
      expect(await signedInAs(page)).toBeUndefined()
    })

    const popup = await beginWithApple(page)
    const closing = popup.waitForEvent('close')
    await popup.getByRole('link', { name: 'Agree' }).click()
    await closing
    await page.waitForURL((url) => url.pathname === '/')
    expect(await signedInAs(page)).toMatchObject({ email, name: 'Joana Vaz' })
    expect(page.context().pages()).toHaveLength(1)
  })

  test('a blocked window is no obstacle', async ({ page, server }) => {
    const email = knownTo(server.apple)
    await page.addInitScript(() => (window.open = () => null))
    await page.goto('/login')
    await button(page, 'apple').click()
    await page.getByRole('link', { name: 'Agree' }).click()
    await page.waitForURL(`${server.origin}/`)
    expect(await signedInAs(page)).toMatchObject({ email })
  })
})
