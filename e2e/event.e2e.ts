import type { BrowserContext, Page } from '@playwright/test'
import { ORIGIN, asAdmin, expect, hydrated, test } from './fixtures'
import { holdRequests } from './held-requests'
import { dayIn, photoOf, publishEvent } from './published-event'
import { SIZES } from './sizes'

// One event (spec 2.6). How its dates are worded, and its map, have files of their own.

const DESCRIPTION = `Guitars and fado while the sun goes down over the sea.\n\nBring a blanket: it gets windy.\n${'Every seat has a view of the bay. '.repeat(8)}`

/** With everything that an event can have. */
async function publishFullEvent(): Promise<{ id: string; title: string }> {
  const title = `Sunset & fado <live> ${Date.now()}`
  const id = await publishEvent({
    title,
    description: DESCRIPTION,
    tag_keys: ['music', 'festival'],
    price: 7.5,
    info_url: 'https://tickets.example.com/fado?from=guide',
    info_links: [
      { type: 'instagram', data: 'https://www.instagram.com/fado.ericeira' },
      { type: 'facebook', data: 'https://facebook.com/fado.ericeira' },
      { type: 'telegram', data: 'https://t.me/fadoericeira' },
      { type: 'whatsapp', data: 'https://wa.me/351912345678' },
      { type: 'web_url', data: 'https://fado.example.com' },
    ],
    photo: await photoOf(1600, 900),
  })
  return { id, title }
}

/** What the page passes to the share sheet of the device. */
async function recordSharing(page: Page): Promise<unknown[]> {
  const shared: unknown[] = []
  await page.exposeFunction('onShared', (content: unknown) => void shared.push(content))
  await page.addInitScript(() => {
    const { onShared } = window as unknown as { onShared: (content: unknown) => Promise<void> }
    Object.defineProperty(navigator, 'share', { value: onShared })
  })
  return shared
}

const grantClipboard = (context: BrowserContext) =>
  context.grantPermissions(['clipboard-read', 'clipboard-write'])

const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

for (const [size, viewport] of Object.entries(SIZES)) {
  test.describe(`on a ${size}`, () => {
    test.use({ viewport })

    test('the page shows everything that is known of an event', async ({ page }) => {
      const { id, title } = await publishFullEvent()
      await page.goto(`/events/${id}`)
      const article = page.getByRole('main').getByRole('article')
      await expect(article.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(article.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText([
        'Festival',
        'Music',
      ])
      await expect(article.getByText('Praia do Sul - Ericeira').first()).toBeVisible()
      const map = article.getByRole('link', { name: 'View on Google Maps' }).first()
      expect(await map.getAttribute('href')).toMatch(
        /^https:\/\/www\.google\.com\/maps\/.*38\.9583.*-9\.4166/,
      )
      await expect(article.getByText('Additional Info')).toBeVisible()
      await expect(article.getByRole('link', { name: 'tickets.example.com' })).toHaveAttribute(
        'href',
        'https://tickets.example.com/fado?from=guide',
      )
      await expect(article.getByText('Price: €7.50')).toBeVisible()
      await expect(article.getByText('Follow us:')).toBeVisible()
      for (const [name, href] of [
        ['Instagram', 'https://www.instagram.com/fado.ericeira'],
        ['Facebook', 'https://facebook.com/fado.ericeira'],
        ['Telegram', 'https://t.me/fadoericeira'],
        ['WhatsApp', 'https://wa.me/351912345678'],
        ['Website', 'https://fado.example.com/'],
      ] as const)
        await expect(article.getByRole('link', { name: new RegExp(`^${name}`) })).toHaveAttribute(
          'href',
          href,
        )
      const about = article.locator('section').filter({
        has: page.getByRole('heading', { name: 'About this event' }),
      })
      const text = await about.evaluate((section) => (section as HTMLElement).innerText)
      expect(text, 'line breaks are kept').toContain('sea.\n\nBring a blanket: it gets windy.\nEvery')
      await expect(article.getByRole('heading', { name: 'Location' })).toBeVisible()
      await asAdmin(`/backoffice/events/${id}`, { method: 'DELETE' })
    })

    test('the photo opens in full in a dialog, which fits the screen and gives the focus back', async ({
      page,
    }) => {
      const { id, title } = await publishFullEvent()
      await page.goto(`/events/${id}`)
      await hydrated(page)
      const photo = page.getByRole('link', { name: 'Show the photo full size' })
      await photo.click()
      const dialog = page.getByRole('dialog')
      const image = dialog.getByRole('img', { name: `Photo of ${title}` })
      await expect(image).toBeInViewport({ ratio: 1 })
      await expect(image).toHaveJSProperty('complete', true)
      const { width, height } = (await image.boundingBox()) ?? { width: 0, height: 1 }
      expect(width / height, 'not cut').toBeCloseTo(16 / 9, 1)
      await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(photo).toBeFocused()
      await photo.press('Enter')
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(photo).toBeFocused()
      await asAdmin(`/backoffice/events/${id}`, { method: 'DELETE' })
    })

    test('it is shared by the device’s own sheet with title, description and address', async ({ page }) => {
      const { id, title } = await publishFullEvent()
      const shared = await recordSharing(page)
      await page.goto(`/events/${id}`)
      await page.getByRole('button', { name: 'Share' }).click()
      await expect
        .poll(() => shared)
        .toEqual([{ title, text: DESCRIPTION.trim(), url: `${ORIGIN}/events/${id}` }])
      await expect(page.getByRole('tooltip')).toHaveCount(0)
      await asAdmin(`/backoffice/events/${id}`, { method: 'DELETE' })
    })

    test('where nothing can share its link is copied; ‘Link copied!’ is there for 1.5 s', async ({
      page,
      context,
    }) => {
      await grantClipboard(context)
      await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
      await page.clock.install()
      await page.goto('/events')
      await page.getByRole('article').first().getByRole('link').first().click()
      await page.waitForURL('**/events/*')
      const copied = page.getByRole('tooltip', { name: 'Link copied!' })
      for (const name of ['Share', 'Copy link']) {
        await page.evaluate(() => navigator.clipboard.writeText(''))
        await expect(page.getByRole('button', { name })).toBeVisible()
        // Far from any other timer of the page.
        await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5000))
        await page.getByRole('button', { name }).click()
        await expect(page.getByRole('status').filter({ hasText: 'Link copied!' })).toBeAttached()
        expect(await readClipboard(page)).toBe(page.url())
        await page.clock.runFor(100)
        await expect(copied).toBeVisible()
        await page.clock.runFor(1300)
        await expect(copied).toBeVisible()
        await page.clock.runFor(400)
        await expect(page.getByRole('status').filter({ hasText: 'Link copied!' })).toHaveCount(0)
        await page.clock.resume()
        await expect(copied).toHaveCount(0)
      }
    })
  })
}

test('a copy that the browser forbids, and a share sheet that is closed, say nothing', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: () => Promise.reject(new DOMException('closed', 'AbortError')),
    })
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new DOMException('forbidden', 'NotAllowedError')) },
    })
  })
  await page.goto('/events')
  await page.getByRole('article').first().getByRole('link').first().click()
  await page.waitForURL('**/events/*')
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied!')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
})

test('an all-day event says so, and what was not said is not there', async ({ page }) => {
  const id = await publishEvent({
    timetable: { list: [{ start_time: dayIn(30), end_time: dayIn(30), is_all_day: true }] },
  })
  await page.goto(`/events/${id}`)
  await expect(page.getByText('All day event')).toBeVisible()
  for (const absent of ['Price:', 'Additional Info', 'Follow us:'])
    await expect(page.getByRole('main').getByText(absent)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Show the photo full size' })).toHaveCount(0)
  await asAdmin(`/backoffice/events/${id}`, { method: 'DELETE' })
})

test('links and previews have what they need in the head, with the photo as 1200x630', async ({
  page,
  request,
}) => {
  const { id, title } = await publishFullEvent()
  const url = `${ORIGIN}/events/${id}`
  await page.goto(url)
  await expect(page).toHaveTitle(`${title} · Ericeira Events`)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', url)
  await expect(page.locator('meta[name=robots]')).toHaveCount(0)
  const meta = await page
    .locator('head meta')
    .evaluateAll((all) =>
      Object.fromEntries(
        all.map((one) => [
          one.getAttribute('name') ?? one.getAttribute('property'),
          one.getAttribute('content'),
        ]),
      ),
    )
  const description = DESCRIPTION.replaceAll(/\s+/g, ' ').slice(0, 150)
  expect(meta).toMatchObject({
    description,
    keywords: 'Festival, Music, Ericeira',
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:image:width': '1200',
    'og:image:height': '630',
    'twitter:card': 'summary_large_image',
    'twitter:title': title,
    'twitter:description': description,
    'twitter:image': meta['og:image'],
  })
  const json = await page.locator('script[type="application/ld+json"]').textContent()
  expect(JSON.parse(json ?? '')).toMatchObject({
    '@type': 'Event',
    name: title,
    url,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      name: 'Praia do Sul - Ericeira',
      address: { addressLocality: 'Ericeira', addressRegion: 'Lisbon', addressCountry: 'PT' },
    },
    organizer: { '@type': 'Organization' },
    image: [meta['og:image']],
    offers: { price: 7.5, priceCurrency: 'EUR' },
  })
  const image = await request.get(meta['og:image'] ?? '')
  expect(image.headers()['content-type']).toMatch(/^image\//)
  await asAdmin(`/backoffice/events/${id}`, { method: 'DELETE' })
})

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('while it is loading a placeholder stands there; a failure is said, and can be tried again', async ({
    page,
  }) => {
    const id = await publishEvent()
    const requests = await holdRequests(page, `**/api/v1/events/${id}`)
    await page.goto('/privacy')
    await hydrated(page)
    await page.evaluate((path) => {
      history.pushState({}, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `/events/${id}`)
    await expect(page.getByText('Loading event', { exact: true })).toBeAttached()
    await expect(page.locator('main .skeleton').first()).toBeVisible()
    await requests.drop()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('Failed to load event')
    await requests.letThrough()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator('article h1')).toBeVisible()
    await asAdmin(`/backoffice/events/${id}`, { method: 'DELETE' })
  })
})

test('an event that is not there is said to be gone, and is nothing for search engines', async ({ page }) => {
  const id = await publishEvent()
  await asAdmin(`/backoffice/events/${id}`, { method: 'DELETE' })
  for (const path of [`/events/${id}`, '/events/not-an-id']) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event not found')
    await expect(page.getByText("We couldn't find the event you're looking for.")).toBeVisible()
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
    await page.getByRole('main').getByRole('link', { name: 'See all events' }).click()
    await page.waitForURL(`${ORIGIN}/events`)
  }
})
