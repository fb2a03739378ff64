import { spawnSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import { weekOf } from '@/client/features/week/week-query'
import { eventOfOrganiser } from '../support/accounts'
import { expectAccessible } from '../support/axe'
import { expect, hydrated, settled, test } from '../support/fixtures'
import { dayIn, publishEvent } from '../support/published-event'

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('tides and sun are read cold, with no network', async ({ phone }) => {
    const page = await phone.page()
    await page.goto('/')
    await settled(page)

    const again = await phone.restart({ offline: true })
    await again.goto('/tides')
    await expect(again.getByRole('heading', { level: 1 })).toHaveText('Tides and sun in Ericeira')
    await expect(again.getByRole('heading', { level: 3 })).toHaveCount(7)
    await expect(again.getByText('High water').first()).toBeVisible()
    await expect(again.getByText('Not for navigation.')).toBeVisible()

    await again.goto('/events?tags=surf')
    await expect(again.getByText(/(High|Low)\s\d+:\d\d\s[AP]M · .*sunset/).first()).toBeVisible()
  })

  test('an organiser is found from an event, and what is on by them read cold with no network', async ({
    phone,
    server,
  }) => {
    const { id, slug, name } = await eventOfOrganiser(server, 'Lesson of the club')
    const page = await phone.page()
    await page.goto(`/events/${id}`)
    await settled(page)
    await page.getByRole('link', { name: `By ${name}` }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page).toHaveURL(new RegExp(`/organisers/${slug}$`))
    await expect(page.getByText('We teach everybody.')).toBeVisible()
    await expectAccessible(page)

    const again = await phone.restart({ offline: true })
    await again.goto(`/organisers/${slug}`)
    await expect(again.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(again.getByRole('heading', { level: 3, name: 'Lesson of the club' })).toBeVisible()
    await expect(again.getByText(/aren’t on this device/)).toBeVisible()
    await again.getByRole('button', { name: 'Subscribe to this organiser' }).click()
    const feed = again.getByRole('link', { name: 'RSS', exact: true })
    await expect(feed).toHaveAttribute('href', `/events.rss?organiser=${slug}&lang=en`)
    await expectAccessible(again)
  })

  test('the calendar file of an event is the same with and without a network', async ({ phone }) => {
    const id = await publishEvent({ title: `Fado, wine; cheese ${Date.now()}` })
    const page = await phone.page()
    await page.goto(`/events/${id}`)
    await settled(page)
    await page.getByRole('button', { name: 'Calendar' }).click()
    const address = await page.getByRole('link', { name: 'Calendar file' }).getAttribute('href')
    expect(address).toMatch(new RegExp(`^/events/${id}\\.ics\\?date=\\d{4}-\\d\\d-\\d\\d&lang=en$`))

    const read = () =>
      page.evaluate(async (url) => {
        const response = await fetch(url)
        const { status, headers } = response
        return { status, type: headers.get('content-type'), text: await response.text() }
      }, address ?? '')
    const online = await read()
    expect(online.text).toContain('BEGIN:VEVENT')
    await phone.setOffline(true)
    expect(await read()).toEqual(online)
  })
})

/** The text of a PDF as poppler reads it, in the layout of the page. */
function textOf(pdf: Buffer): string {
  return spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }).stdout
}

function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page(?!s)/g)?.length ?? 0
}

/** Expects that each of these is printed once, with its time, on one or two pages. */
async function expectPrinted(page: Page, entries: readonly { title: string; time: string }[]): Promise<void> {
  await expect(page.locator('[data-part=entry]', { hasText: /Evening \d+x at the harbour/ })).toHaveCount(
    entries.length,
  )
  const pdf = await page.pdf({ format: 'A4' })
  expect(pagesOf(pdf)).toBeGreaterThanOrEqual(1)
  expect(pagesOf(pdf)).toBeLessThanOrEqual(2)
  const lines = textOf(pdf).split('\n')
  for (const { title, time } of entries) {
    const found = lines.filter((line) => line.includes(title))
    expect(found, title).toHaveLength(1)
    expect(found[0]).toContain(`${time} `)
  }
  expect(lines.filter((line) => line.includes(`${new URL(page.url()).host}/app`))).toHaveLength(1)
}

test.describe('a week of fifty dates', () => {
  test.use({ serviceWorkers: 'allow' })

  test('prints on one or two pages, each of its dates once, with and without a network', async ({
    phone,
  }) => {
    test.skip(spawnSync('pdftotext', ['-v']).error !== undefined, 'not run: needs pdftotext (poppler-utils).')
    const day = dayIn(60)
    const entries = Array.from({ length: 50 }, (_, n) => ({
      title: `Evening ${n}x at the harbour`,
      start: `${10 + (n % 10)}:0${n % 6}`,
      time: `${((9 + (n % 10)) % 12) + 1}:0${n % 6}`,
    }))
    for (const { title, start } of entries)
      await publishEvent({
        title,
        timetable: {
          list: [{ start_time: `${day} ${start}:00`, end_time: `${day} 23:30:00`, is_all_day: false }],
        },
      })
    const page = await phone.page()
    await page.goto(`/week/${weekOf(day)}`)
    await hydrated(page)
    await expectPrinted(page, entries)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
    await settled(page)

    const again = await phone.restart({ offline: true })
    await again.goto(`/week/${weekOf(day)}`)
    await expectPrinted(again, entries)
  })
})
