import type { Page } from '@playwright/test'
import { expect, knownTo, signedInAs, test } from './accounts'
import { expectAccessible } from './axe'
import { settled } from './fixtures'

const NAMES = { google: 'Google', apple: 'Apple' } as const
type ProviderName = keyof typeof NAMES

const button = (page: Page, provider: ProviderName) =>
  page.getByRole('button', { name: `Continue with ${NAMES[provider]}` })

/** As far as the provider's question. */
async function beginWithGoogle(page: Page): Promise<void> {
  await page.goto('/login')
  await button(page, 'google').click()
  await expect(page.getByRole('link', { name: 'Agree' })).toBeVisible()
}

async function beginWithApple(page: Page): Promise<Page> {
  await page.goto('/login')
  const opening = page.waitForEvent('popup')
  await button(page, 'apple').click()
  const popup = await opening
  await expect(popup.getByRole('link', { name: 'Agree' })).toBeVisible()
  return popup
}

/** The calls that sign somebody in, as they are made. */
function loginCalls(page: Page): string[] {
  const calls: string[] = []
  page.context().on('request', (request) => {
    if (/\/auth\/(?:google|apple)\/login$/.test(request.url())) calls.push(request.postData() ?? '')
  })
  return calls
}

const failed = (page: Page) => page.getByRole('heading', { name: 'Authentication Failed' })

test.describe('with Google', () => {
  test('a person comes back signed in, and the code is nowhere', async ({ page, accounts }) => {
    const email = knownTo(accounts.google)
    const calls = loginCalls(page)
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).origin))
    await page.goto('/login')
    await expect(button(page, 'google')).toBeVisible()
    expect([...hosts], 'before the tap').toEqual([accounts.origin])

    await button(page, 'google').click()
    await expect(page.getByRole('link', { name: 'Agree' })).toBeVisible()
    const begun = page.waitForRequest((request) =>
      request.url().startsWith(`${accounts.origin}/auth/google/callback`),
    )
    await page.getByRole('link', { name: 'Agree' }).click()
    const callback = new URL((await begun).url())
    await page.waitForURL(`${accounts.origin}/`)
    expect(await signedInAs(page)).toMatchObject({ email, name: 'Rui Mar' })
    expect(calls).toHaveLength(1)
    expect(JSON.parse(calls[0] ?? '')).toEqual({
      code: callback.searchParams.get('code'),
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.any(String),
    })

    await test.step('and the same response again signs nobody in', async () => {
      await page.goto(callback.href)
      await page.waitForURL(`${accounts.origin}/`)
      expect(calls).toHaveLength(1)
    })
  })

  test('goes on to where the person wanted to go', async ({ page, accounts }) => {
    knownTo(accounts.google)
    await page.goto('/login')
    await page.evaluate(() => sessionStorage.setItem('redirect-address', '/events?filters=true'))
    await button(page, 'google').click()
    await page.getByRole('link', { name: 'Agree' }).click()
    await page.waitForURL('**/events?filters=true')
  })

  test('works when the service worker answers the return', async ({ page, accounts }) => {
    const email = knownTo(accounts.google)
    await page.goto('/')
    await settled(page)
    await page.reload()
    await beginWithGoogle(page)
    await page.getByRole('link', { name: 'Agree' }).click()
    await page.waitForURL(`${accounts.origin}/`)
    expect(await signedInAs(page)).toMatchObject({ email })
  })

  test('somebody else’s response signs nobody in: it has another state', async ({
    page,
    accounts,
    browser,
  }) => {
    knownTo(accounts.google)
    const stranger = await (await browser.newContext({ baseURL: accounts.origin })).newPage()
    await stranger.route('**/auth/google/callback*', (route) => route.abort())
    await beginWithGoogle(stranger)
    const returning = stranger.waitForRequest('**/auth/google/callback*')
    await stranger.getByRole('link', { name: 'Agree' }).click()
    const foreign = (await returning).url()
    await stranger.context().close()

    const calls = loginCalls(page)
    await beginWithGoogle(page)
    await page.goto(foreign)
    await expect(failed(page)).toBeVisible()
    await expect(page.getByText('Invalid response from Google. Please try again.')).toBeVisible()
    await page.waitForURL('**/login')
    expect(await signedInAs(page)).toBeUndefined()
    expect(calls).toEqual([])
  })

  test('a person who says no is told so and comes back to the login', async ({ page, accounts }) => {
    knownTo(accounts.google)
    await beginWithGoogle(page)
    await page.getByRole('link', { name: 'Refuse' }).click()
    await expect(page.getByText('Google login failed')).toBeVisible()
    await page.waitForURL('**/login')
    await expect(button(page, 'google')).toBeEnabled()
  })

  for (const [what, claims] of [
    ['without an email', { email: undefined, email_verified: undefined }],
    ['with an email that nobody confirmed', { email_verified: false }],
  ] as const)
    test(`a person ${what} is not signed in, and learns why`, async ({ page, accounts }) => {
      knownTo(accounts.google, claims)
      await beginWithGoogle(page)
      await page.getByRole('link', { name: 'Agree' }).click()
      await expect(page.getByText('Failed to verify Google login. Please try again.')).toBeVisible()
      await expect(page.getByText(/must share an email address/)).toBeVisible()
      await expectAccessible(page)
      expect(await signedInAs(page)).toBeUndefined()
    })

  test('a network that is away is not a failure: the same code is tried again', async ({
    page,
    accounts,
  }) => {
    const email = knownTo(accounts.google)
    await page.route('**/auth/google/login', (route) => route.abort(), { times: 1 })
    await beginWithGoogle(page)
    await page.getByRole('link', { name: 'Agree' }).click()
    await expect(page.getByText('The guide could not be reached.')).toBeVisible()
    await expectAccessible(page)
    expect(new URL(page.url()).search).toBe('')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.waitForURL(`${accounts.origin}/`)
    expect(await signedInAs(page)).toMatchObject({ email })
  })

  test('back from Google’s page the button works again', async ({ page, accounts }) => {
    knownTo(accounts.google)
    await beginWithGoogle(page)
    await page.goBack()
    await expect(button(page, 'google')).not.toHaveAttribute('aria-busy')
    await button(page, 'google').click()
    await page.getByRole('link', { name: 'Agree' }).click()
    await page.waitForURL(`${accounts.origin}/`)
  })
})

test.describe('with Apple', () => {
  test('a window of its own signs the person in and closes; the name comes along', async ({
    page,
    accounts,
  }) => {
    const email = knownTo(accounts.apple, { name: undefined })
    accounts.apple.user = JSON.stringify({ name: { firstName: 'Joana', lastName: 'Vaz' }, email })
    const popup = await beginWithApple(page)
    await expect(page.getByText('Go on in the window that has opened.')).toBeVisible()
    await expectAccessible(page)
    const closing = popup.waitForEvent('close')
    await popup.getByRole('link', { name: 'Agree' }).click()
    await closing
    await page.waitForURL(`${accounts.origin}/`)
    expect(await signedInAs(page)).toMatchObject({ email, name: 'Joana Vaz' })
    expect(page.context().pages()).toHaveLength(1)
  })

  test('a blocked window is no obstacle', async ({ page, accounts }) => {
    const email = knownTo(accounts.apple)
    await page.addInitScript(() => (window.open = () => null))
    await page.goto('/login')
    await button(page, 'apple').click()
    await page.getByRole('link', { name: 'Agree' }).click()
    await page.waitForURL(`${accounts.origin}/`)
    expect(await signedInAs(page)).toMatchObject({ email })
  })

  test('works when the service worker answers the return', async ({ page, accounts }) => {
    const email = knownTo(accounts.apple)
    await page.goto('/')
    await settled(page)
    await page.reload()
    const popup = await beginWithApple(page)
    await popup.getByRole('link', { name: 'Agree' }).click()
    await page.waitForURL(`${accounts.origin}/`)
    expect(await signedInAs(page)).toMatchObject({ email })
  })

  test('a person who says no is told so in the window, which closes', async ({ page, accounts }) => {
    knownTo(accounts.apple)
    const popup = await beginWithApple(page)
    await popup.getByRole('link', { name: 'Refuse' }).click()
    await expect(popup.getByText('Apple login failed')).toBeVisible()
    await popup.waitForEvent('close')
    await expect(page.getByText('Go on in the window that has opened.')).toBeHidden()
    expect(await signedInAs(page)).toBeUndefined()
  })

  test('a response that nobody asked for is refused', async ({ page }) => {
    const calls = loginCalls(page)
    await page.goto('/auth/apple/redirect#code=made-up&state=made-up')
    await expect(page.getByText('Invalid response from Apple. Please try again.')).toBeVisible()
    expect(new URL(page.url()).hash).toBe('')
    await page.waitForURL('**/login')
    expect(calls).toEqual([])
  })
})
