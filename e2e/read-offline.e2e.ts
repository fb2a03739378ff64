import { ORIGIN, expect, settled, test } from './fixtures'

/** Escaped as React renders text. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;')
}

test('pages are rendered by the server: titles, head and structured data are in the response', async ({
  request,
}) => {
  const list = await (await request.get('/events')).text()
  const home = await (await request.get('/')).text()
  const programme = (await (await request.get('/api/v1/events?per_page=12')).json()) as {
    data: { items: { id: string; title: string }[]; has_more: boolean }
  }
  const { items, has_more } = programme.data
  expect(items).toHaveLength(12)
  expect(has_more).toBe(true)
  for (const { title } of items) expect(list).toContain(escaped(title))
  for (const { title } of items.slice(0, 10)) expect(home).toContain(escaped(title))

  const event = items[0]
  const page = await (await request.get(`/events/${event?.id}`)).text()
  const head = page.slice(0, page.indexOf('</head>'))
  expect(head).toContain(`<title>${escaped(event?.title ?? '?')}`)
  expect(head).toContain(`<link rel="canonical" href="${ORIGIN}/events/`)
  expect(head).toContain('property="og:title"')
  const json = /<script[^>]*application\/ld\+json[^>]*>([^<]*)<\/script>/.exec(page)?.[1]
  expect(JSON.parse(json ?? 'null')).toMatchObject({
    '@type': 'Event',
    name: event?.title,
    location: { address: { addressRegion: 'Lisbon', addressCountry: 'PT' } },
  })
})

test('the list can be read without script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: ORIGIN })
  const page = await context.newPage()
  await page.goto('/events')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Events in Ericeira')
  await expect(page.getByRole('article')).toHaveCount(12)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(page.getByRole('article')).toHaveCount(12)
  await context.close()
})

test('unknown addresses and unknown events are 404, each with its own page', async ({ page }) => {
  const route = await page.goto('/no-such-page')
  expect(route?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await expect(page.getByRole('link', { name: 'Return Home' })).toHaveAttribute('href', '/')

  const event = await page.goto('/events/00000000-0000-4000-8000-000000000000')
  expect(event?.status()).toBe(404)
  await expect(
    page
      .getByText('We couldn’t find the event you’re looking for.')
      .or(page.getByText("We couldn't find the event you're looking for.")),
  ).toBeVisible()
})

test('the whole programme is read with no network after one visit, with images and its age', async ({
  phone,
}) => {
  const page = await phone.page()
  await page.goto('/events')
  await settled(page)
  await page.reload()

  // Page by page, twelve at a time, to the end.
  const total = await page.evaluate(async () => {
    const response = await fetch('/api/v1/events/list')
    return ((await response.json()) as { data: { items: unknown[] } }).data.items.length
  })
  await expect(page.getByRole('article')).toHaveCount(12)
  const cards = page.getByRole('article')
  while ((await cards.count()) < total) {
    const before = await cards.count()
    await cards.last().scrollIntoViewIfNeeded()
    await expect.poll(() => cards.count()).toBeGreaterThan(before)
  }
  await expect(cards).toHaveCount(total)

  const first = cards.first()
  const title = (await first.getByRole('heading').textContent()) ?? ''
  await first.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  const address = page.url()

  await phone.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText(/Saved (just now|\d+ (min|h))/).first()).toBeVisible()

  await page.goto('/events')
  await expect(page.getByRole('article')).toHaveCount(12)
  await expect(page.getByText(/Saved/).first()).toBeVisible()
  const images = page.getByRole('article').locator('img')
  await expect
    .poll(() =>
      images.evaluateAll((elements) =>
        elements.slice(0, 4).every((image) => (image as HTMLImageElement).naturalWidth > 0),
      ),
    )
    .toBe(true)

  // Also an event that was never opened, after the browser was closed and opened again.
  const again = await phone.restart({ offline: true })
  await again.goto('/events')
  const third = again.getByRole('article').nth(2)
  const unopened = (await third.getByRole('heading').textContent()) ?? ''
  await third.getByRole('link').first().click()
  await expect(again.getByRole('heading', { level: 1 })).toHaveText(unopened)
  expect(address).toContain('/events/')
})
