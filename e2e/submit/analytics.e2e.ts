import type { Page } from '@playwright/test'
import type { Collector } from '../support/analytics-collector'
import { axeIn } from '../support/axe'
import { MEASUREMENT_ID } from '../support/configured-server'
import { fillEvent } from '../support/event-form'
import { ORIGIN, expect, test } from '../support/fixtures'
import { SIZES } from '../support/sizes'

interface PublicEvent {
  id: string
  tags: { name: string }[]
}

async function firstEvent(origin: string): Promise<PublicEvent> {
  const response = await fetch(`${origin}/api/v1/events?per_page=1`)
  const { data } = (await response.json()) as { data: { items: [PublicEvent] } }
  return data.items[0]
}

const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' })

function emptied(collector: Collector): Collector {
  collector.events.length = 0
  collector.scripts = 0
  return collector
}

const YEAR_SECONDS = 365 * 86_400

test('the banner asks once, at the bottom, and remembers either answer for 365 days', async ({
  page,
  context,
  configured: { origin, collector },
}) => {
  const seen = emptied(collector)
  for (const [button, value, viewport] of [
    ['Decline', 'false', SIZES.desktop],
    ['Accept', 'true', SIZES.phone],
  ] as const) {
    await page.setViewportSize(viewport)
    await context.clearCookies()
    await page.goto(origin)
    await expect(banner(page)).toContainText('We use cookies to enhance your experience and analyze traffic.')
    await expect(banner(page).getByRole('link', { name: 'Learn more' })).toHaveAttribute('href', '/privacy')
    const box = await banner(page).boundingBox()
    expect(Math.abs((box?.y ?? 0) + (box?.height ?? 0) - viewport.height)).toBeLessThan(24)
    await banner(page).getByRole('button', { name: button }).click()
    await expect(banner(page)).toHaveCount(0)
    const consent = (await context.cookies()).find(({ name }) => name === 'analytics-consent')
    expect(consent?.value).toBe(value)
    expect(Math.abs((consent?.expires ?? 0) - Date.now() / 1000 - YEAR_SECONDS)).toBeLessThan(3600)
    await page.reload()
    await page.getByRole('complementary', { name: 'Notices' }).waitFor({ state: 'attached' })
    await expect(banner(page)).toHaveCount(0)
    if (button === 'Accept') continue

    // Nothing is loaded after Decline on a page whose view would be measured.
    const { id } = await firstEvent(origin)
    await page.goto(`${origin}/events/${id}`)
    await page.waitForLoadState('networkidle')
    await expect(banner(page)).toHaveCount(0)
    expect([seen.scripts, seen.events.length]).toEqual([0, 0])
  }
})

test('the banner is accessible in both languages', async ({ page, context, configured: { origin } }) => {
  const checkPage = axeIn([
    [320, 'light'],
    [1280, 'dark'],
    [390, 'dark'],
  ])
  for (const [language, decline] of [
    ['en', 'Decline'],
    ['pt', 'Recusar'],
  ] as const) {
    await context.addCookies([{ name: 'lang', value: language, url: origin }])
    await page.goto(origin)
    await expect(banner(page).getByRole('button', { name: decline })).toBeVisible()
    await checkPage(page, `the cookie banner, ${language}`)
  }
})

test('nothing is loaded before Accept; a view is measured after it, and none after it is withdrawn', async ({
  page,
  configured: { origin, collector },
}) => {
  const seen = emptied(collector)
  const { id, tags } = await firstEvent(origin)
  await page.goto(`${origin}/events/${id}?token=of-one-person`)
  await expect(banner(page)).toContainText('We use cookies')
  await page.waitForLoadState('networkidle')
  expect(seen.scripts).toBe(0)

  await banner(page).getByRole('button', { name: 'Accept' }).click()
  await expect(banner(page)).toHaveCount(0)
  const view = {
    tid: MEASUREMENT_ID,
    en: 'page_view',
    event_id: id,
    category: tags[0]?.name ?? 'Uncategorized',
    page_location: `${origin}/events/${id}`,
  }
  await expect.poll(() => seen.events).toEqual([view])
  expect(await page.evaluate(() => document.cookie)).toContain('_ga=')

  await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' }).click()
  await banner(page).getByRole('button', { name: 'Decline' }).click()
  await expect.poll(() => page.evaluate(() => document.cookie)).not.toContain('_ga=')
  await page.reload()
  await page.waitForLoadState('networkidle')
  expect(seen.events).toHaveLength(1)
  expect(seen.scripts).toBe(1)

  // The choice is as easy on the privacy page.
  await page.goto(`${origin}/privacy`)
  await page.getByRole('main').getByRole('button', { name: 'Cookie settings' }).click()
  await expect(banner(page)).toBeVisible()

  await test.step('what an earlier visit accepted is withdrawn with its cookies, though nothing was measured in this one', async () => {
    await banner(page).getByRole('button', { name: 'Accept' }).click()
    await page.reload()
    await page.evaluate(() => {
      document.cookie = '_ga_EARLIER=GS1.1;path=/'
    })
    await page.getByRole('main').getByRole('button', { name: 'Cookie settings' }).click()
    await banner(page).getByRole('button', { name: 'Decline' }).click()
    await expect.poll(() => page.evaluate(() => document.cookie)).not.toContain('_ga')
  })

  await test.step('without a measurement id nothing asks', async () => {
    await page.goto(ORIGIN)
    await page.getByRole('complementary', { name: 'Notices' }).waitFor({ state: 'attached' })
    await expect(banner(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Cookie settings' })).toHaveCount(0)
  })
})

test('a submission is measured with how it ended, and with nothing that was written', async ({
  page,
  configured: { origin, collector },
}) => {
  const seen = emptied(collector)
  await page.context().addCookies([{ name: 'analytics-consent', value: 'true', url: origin }])
  await page.goto(`${origin}/add-event`)
  await fillEvent(page, { title: `Measured ${Date.now()}` })
  await page.getByRole('button', { name: 'Create Event' }).click()
  await expect(page.getByText('Event Submitted Successfully')).toBeVisible({ timeout: 20_000 })
  await expect
    .poll(() => seen.events)
    .toEqual([
      {
        tid: MEASUREMENT_ID,
        en: 'event_submission',
        result: 'success',
        page_location: `${origin}/add-event`,
      },
    ])
})
