import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe'
import { fillEvent } from '../support/event-form'
import { MAPS_KEY as KEY } from '../support/configured-server'
import { asAdmin, expect, hydrated, settled, test } from '../support/fixtures'
import { SURF_SCHOOL, stubGoogle } from '../support/google-maps'
import { publishEvent } from '../support/published-event'

let origin = ''
test.beforeAll(({ configured }) => {
  origin = configured.origin
})

interface PublicEvent {
  id: string
  location_name: string
  latitude: number
  longitude: number
}

/** Opens an event of the programme, scrolled down to where it takes place. */
async function openEvent(page: Page): Promise<PublicEvent> {
  const response = await fetch(`${origin}/api/v1/events?per_page=1`)
  const { data } = (await response.json()) as { data: { items: PublicEvent[] } }
  const [event] = data.items
  if (event === undefined) throw new Error('no event')
  await page.goto(`${origin}/events/${event.id}`)
  await page.getByRole('heading', { name: 'Location' }).scrollIntoViewIfNeeded()
  return event
}

async function acceptCookies(page: Page): Promise<void> {
  await page.context().addCookies([{ name: 'analytics-consent', value: 'true', url: origin }])
}

const map = (page: Page) => page.getByRole('region', { name: /^Map of/ })
const showMap = (page: Page) => page.getByRole('button', { name: 'Show the map' })

test.describe('the map of an event', () => {
  test('comes after a tap, and nothing of Google before it; a blocked script is tried again', async ({
    page,
    context,
  }) => {
    const google = await stubGoogle(context)
    google.isScriptBlocked = true
    const event = await openEvent(page)
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('link', { name: 'Directions' })).toBeVisible()
    expect(google.requests).toEqual([])
    await expectAccessible(page)

    await showMap(page).click()
    await expect(page.getByRole('alert')).toContainText('Google Maps couldn’t be loaded.')
    await expect(page.getByRole('link', { name: 'View on Google Maps' }).first()).toBeVisible()
    await expectAccessible(page)
    google.isScriptBlocked = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(map(page)).toHaveAttribute('data-zoom', '15')
    await expect(map(page)).toHaveAttribute('data-centre', `${event.latitude},${event.longitude}`)
    await expect(map(page)).toHaveAttribute('data-marker', new RegExp(`^${event.location_name} `))
    expect(Object.fromEntries(google.requests.at(-1)?.searchParams ?? [])).toMatchObject({
      key: KEY,
      language: 'en',
      region: 'PT',
    })
  })

  test('shows by itself after consent, also from the worker; without a network a sentence stands for it', async ({
    page,
    context,
  }) => {
    const google = await stubGoogle(context)
    await acceptCookies(page)
    await page.goto(origin)
    await settled(page)
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Upcoming' }).first().click({ force: true })
    await page.getByRole('article').first().getByRole('link').first().click()
    await expect(page.getByText('You’re offline: the map needs a connection.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'View on Google Maps' }).first()).toBeVisible()
    expect(google.requests).toEqual([])

    await context.setOffline(false)
    await page.reload()
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await page.getByRole('heading', { name: 'Location' }).scrollIntoViewIfNeeded()
    await expect(map(page)).toHaveAttribute('data-zoom', '15')
  })
})

test('no map stands for a place of which only the name is known', async ({ page, context }) => {
  const google = await stubGoogle(context)
  const fields = { location_name: 'Casa do Xico - Ericeira', latitude: 38.9631, longitude: -9.417 }
  const id = await publishEvent(fields, { origin })
  await page.goto(`${origin}/events/${id}`)
  await page.getByRole('heading', { name: 'Location' }).scrollIntoViewIfNeeded()
  await expect(page.getByText('In Ericeira, exact place not given').first()).toBeVisible()
  await hydrated(page)
  await expect(showMap(page)).toHaveCount(0)
  expect(google.requests).toEqual([])
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
})
