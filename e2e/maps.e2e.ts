import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { fillEvent } from './event-form'
import { MAPS_KEY as KEY, test } from './configured-server'
import { ORIGIN, asAdmin, expect, settled } from './fixtures'
import { SURF_SCHOOL, stubGoogle } from './google-maps'

let origin = ''
test.beforeAll(({ server }) => {
  origin = server.origin
})

interface PublicEvent {
  id: string
  location_name: string
  latitude: number
  longitude: number
}

/** Opens an event of the programme, scrolled down to where it takes place. */
async function openEvent(page: Page, at = origin): Promise<PublicEvent> {
  const response = await fetch(`${at}/api/v1/events?per_page=1`)
  const { data } = (await response.json()) as { data: { items: PublicEvent[] } }
  const [event] = data.items
  if (event === undefined) throw new Error('no event')
  await page.goto(`${at}/events/${event.id}`)
  await page.getByRole('heading', { name: 'Location' }).scrollIntoViewIfNeeded()
  return event
}

async function acceptCookies(page: Page): Promise<void> {
  await page.context().addCookies([{ name: 'analytics-consent', value: 'true', url: origin }])
}

const map = (page: Page) => page.getByRole('region', { name: /^Map of/ })
const showMap = (page: Page) => page.getByRole('button', { name: 'Show the map' })

test.describe('the map of an event', () => {
  test('is there at zoom 15 after a tap, and nothing of Google before it', async ({ page, context }) => {
    const google = await stubGoogle(context)
    const event = await openEvent(page)
    await page.waitForLoadState('networkidle')
    await expect(page.getByText(`${event.latitude.toFixed(5)}, ${event.longitude.toFixed(5)}`)).toBeVisible()
    expect(google.requests).toEqual([])
    await expectAccessible(page)

    await showMap(page).click()
    await expect(map(page)).toHaveAttribute('data-zoom', '15')
    await expect(map(page)).toHaveAttribute('data-centre', `${event.latitude},${event.longitude}`)
    await expect(map(page)).toHaveAttribute('data-marker', new RegExp(`^${event.location_name} `))
    expect(Object.fromEntries(google.requests[0]?.searchParams ?? [])).toMatchObject({
      key: KEY,
      language: 'en',
      region: 'PT',
    })
  })

  test('shows by itself after consent, also on the page that the worker has cached', async ({
    page,
    context,
  }) => {
    await stubGoogle(context)
    await acceptCookies(page)
    await openEvent(page)
    await expect(map(page)).toHaveAttribute('data-zoom', '15')
    await settled(page)
    await page.reload()
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await page.getByRole('heading', { name: 'Location' }).scrollIntoViewIfNeeded()
    await expect(map(page)).toHaveAttribute('data-zoom', '15')
  })

  test('gives way to a sentence without a network, and stays once it is there', async ({ page, context }) => {
    const google = await stubGoogle(context)
    await acceptCookies(page)
    await page.goto(origin)
    await settled(page)
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Upcoming' }).first().click({ force: true })
    await page.getByRole('article').first().getByRole('link').first().click()
    await expect(page.getByText('You are offline: the map needs a connection.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'View on Google Maps' }).first()).toBeVisible()
    expect(google.requests).toEqual([])

    await context.setOffline(false)
    await page.getByRole('heading', { name: 'Location' }).scrollIntoViewIfNeeded()
    await expect(map(page)).toHaveAttribute('data-zoom', '15')
    await context.setOffline(true)
    await expect(map(page)).toBeVisible()
  })

  for (const script of ['blocked', 'forbidden'] as const) {
    test(`says when Google’s script is ${script}, and can be tried again`, async ({ page, context }) => {
      const google = await stubGoogle(context)
      google.script = script
      await openEvent(page)
      await showMap(page).click()
      await expect(page.getByRole('alert')).toContainText('Google Maps could not be loaded.')
      await expect(page.getByRole('link', { name: 'View on Google Maps' }).first()).toBeVisible()
      await expectAccessible(page)
      google.script = 'fine'
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(map(page)).toHaveAttribute('data-zoom', '15')
    })
  }

  test('gives up on a script that never comes after 10 s', async ({ page, context }) => {
    const google = await stubGoogle(context)
    google.script = 'silent'
    await page.clock.install()
    await openEvent(page)
    await showMap(page).click()
    await expect(page.getByText('Loading the map...')).toBeVisible()
    await expect.poll(() => google.requests.length).toBe(1)
    await page.clock.fastForward(5_000)
    await expect(page.getByText('Loading the map...')).toBeVisible()
    await page.clock.fastForward(5_000)
    await expect(page.getByRole('alert')).toContainText('Google Maps could not be loaded.')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(page.getByText('Loading the map...')).toHaveCount(0)
  })

  test('says when Google refuses the key', async ({ page, context }) => {
    const google = await stubGoogle(context)
    google.isKeyRefused = true
    await openEvent(page)
    await showMap(page).click()
    await expect(page.getByRole('alert')).toContainText('Google refused to show the map here.')
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  })

  test('is not mentioned without a key', async ({ page, context }) => {
    const google = await stubGoogle(context)
    await context.addCookies([{ name: 'analytics-consent', value: 'true', url: ORIGIN }])
    const event = await openEvent(page, ORIGIN)
    await page.waitForLoadState('networkidle')
    await expect(page.getByText(`${event.latitude.toFixed(5)}, ${event.longitude.toFixed(5)}`)).toBeVisible()
    await expect(showMap(page)).toHaveCount(0)
    await page.goto(`${ORIGIN}/add-event`)
    await page.getByRole('combobox', { name: 'Location' }).fill('Surf school')
    await expect(page.getByRole('button', { name: 'Search Google Maps too' })).toHaveCount(0)
    expect(google.requests).toEqual([])
  })
})

test.describe('the place search of the form', () => {
  test('adds Google’s places after a tap; the chosen one is stored with its coordinates', async ({
    page,
    context,
  }) => {
    const google = await stubGoogle(context)
    const title = `Surf lesson ${Date.now()}`
    await page.goto(`${origin}/add-event`)
    await fillEvent(page, { title })
    expect(google.requests).toEqual([])

    await page.getByRole('button', { name: 'Clear location' }).click()
    await page.getByRole('button', { name: 'Search Google Maps too' }).click()
    const location = page.getByRole('combobox', { name: 'Location' })
    await location.fill('coxos')
    await expect(page.getByRole('option', { name: /Coxos/ })).toHaveCount(1)
    await location.fill('surf school')
    await page.getByRole('option', { name: new RegExp(SURF_SCHOOL.displayName) }).click()
    await expect(page.getByRole('link', { name: 'View on Google Maps' })).toHaveAttribute(
      'href',
      /38\.96712,-9\.41834$/,
    )
    await page.getByRole('button', { name: 'Create Event' }).click()
    await expect(page.getByText('Event Submitted Successfully')).toBeVisible()

    const { items } = (await asAdmin('/backoffice/events?per_page=100', { origin })) as {
      items: (PublicEvent & { title: string })[]
    }
    expect(items.find((event) => event.title === title)).toMatchObject({
      location_name: `${SURF_SCHOOL.displayName} - ${SURF_SCHOOL.formattedAddress}`,
      latitude: SURF_SCHOOL.latitude,
      longitude: SURF_SCHOOL.longitude,
    })
    // Suggestions and choice are one session, which Google bills as one; it looks around the village first.
    expect(new Set(google.searches.map(({ body }) => body['session'])).size).toBe(1)
    expect(google.searches.at(-1)).toMatchObject({
      path: '/details',
      body: { fields: ['displayName', 'formattedAddress', 'location'] },
    })
    expect(google.searches[0]?.body).toMatchObject({
      language: 'en',
      region: 'PT',
      locationBias: { center: { lat: 38.9631, lng: -9.417 }, radius: 10_000 },
    })
  })

  test('asks Google by itself after consent', async ({ page, context }) => {
    const google = await stubGoogle(context)
    await acceptCookies(page)
    await page.goto(`${origin}/add-event`)
    await searchPlace(page, 'surf school')
    await expect(page.getByRole('option', { name: new RegExp(SURF_SCHOOL.displayName) })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Search Google Maps too' })).toHaveCount(0)
    expect(google.searches).not.toEqual([])
  })

  test('searches what the guide knows without a network, and does not speak of Google', async ({
    page,
    context,
  }) => {
    const google = await stubGoogle(context)
    await acceptCookies(page)
    await page.goto(`${origin}/add-event`)
    await settled(page)
    await page.reload()
    await context.setOffline(true)
    await expect(page.getByText('You are offline')).toBeVisible()
    await searchPlace(page, 'ilhas')
    await expect(page.getByRole('option', { name: /Ribeira d’Ilhas/ })).toBeVisible()
    await expect(page.getByText(/Google/)).toHaveCount(0)
    expect(google.requests).toEqual([])
  })

  for (const failure of [
    { script: 'blocked' },
    { script: 'forbidden' },
    { placeSearch: 'blocked' },
    { placeSearch: 'forbidden' },
  ] as const) {
    test(`offers what the guide knows with ${JSON.stringify(failure)}`, async ({ page, context }) => {
      const google = await stubGoogle(context)
      Object.assign(google, failure)
      await acceptCookies(page)
      await page.goto(`${origin}/add-event`)
      await searchPlace(page, 'ilhas')
      await expect(page.getByText('Google Maps did not respond.')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('option', { name: /Ribeira d’Ilhas/ }).click()
      await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Ribeira d’Ilhas')
    })
  }

  for (const failure of [{ script: 'silent' }, { placeSearch: 'silent' }] as const) {
    test(`gives up on Google in time with ${JSON.stringify(failure)}`, async ({ page, context }) => {
      const google = await stubGoogle(context)
      Object.assign(google, failure)
      await acceptCookies(page)
      await page.clock.install()
      await page.goto(`${origin}/add-event`)
      await searchPlace(page, 'ilhas')
      // What the guide knows does not wait.
      await expect(page.getByRole('option', { name: /Ribeira d’Ilhas/ })).toBeVisible()
      await page.clock.fastForward(1_000)
      await expect.poll(() => google.requests.length).toBeGreaterThan('script' in failure ? 0 : 1)
      await page.clock.fastForward(10_000)
      await expect(page.getByText('Google Maps did not respond.')).toBeVisible()
      await expect(page.getByRole('option', { name: /Ribeira d’Ilhas/ })).toBeVisible()
    })
  }
})

/** Types into the place field, once its draft is read. */
async function searchPlace(page: Page, text: string): Promise<void> {
  const field = page.locator('form:not([inert] *)').getByRole('combobox', { name: 'Location' })
  await field.pressSequentially(text)
}
