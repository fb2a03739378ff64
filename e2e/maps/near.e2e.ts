import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectAccessible } from '../support/axe'
import { ORIGIN, expect, settled, test } from '../support/fixtures'

test.describe('what is near', () => {
  test.use({ serviceWorkers: 'allow' })

  test('Nearest and the map of the coast work with no network, and the address never holds the position', async ({
    phone,
  }) => {
    const page = await phone.page()
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation({ latitude: 38.9624, longitude: -9.4183, accuracy: 15 })
    await page.goto('/events')
    await settled(page)
    await page.reload()
    await settled(page)
    await phone.setOffline(true)
    await page.goto('/events?view=map')
    await page.getByRole('button', { name: 'Nearest' }).click()
    await expect(page.getByText(/^Each day starts with what’s closest/)).toBeVisible()
    const list = page.getByRole('region', { name: 'Events' })
    await expect(list.getByText(/\d (m|km) · /).first()).toBeVisible()
    const map = page.getByRole('region', { name: /^Map of the coast/ })
    await map
      .getByRole('button', { name: /: \d+ events?$/ })
      .first()
      .click()
    await expect(map.getByRole('article').first()).toBeVisible()
    await expectAccessible(page)
    expect(page.url()).not.toMatch(/38\.9|9\.4/)
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
})

test('the list in a frame of a site with a strict policy leads to the guide and leaves no cookie', async ({
  page,
}) => {
  const site = ORIGIN
  const host = createServer((_request, response) => {
    response.setHeader('content-security-policy', `default-src 'none'; frame-src ${site}`)
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Surf school</title><h1>School</h1>
      <iframe src="${site}/embed?days=31&amp;lang=en" title="Events" width="320" height="600"
        sandbox="allow-top-navigation-by-user-activation allow-popups"></iframe>`)
  })
  await new Promise<void>((listening) => host.listen(0, '127.0.0.1', listening))
  try {
    await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`)
    const frame = page.frameLocator('iframe[title="Events"]')
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText(/^Events in /)
    const link = frame.getByRole('listitem').first().getByRole('link')
    const title = (await link.textContent()) ?? ''
    expect(await page.context().cookies(site)).toEqual([])
    await link.click()
    await expect(page).toHaveURL(new RegExp(`^${site}/events/`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  } finally {
    host.close()
  }
})
