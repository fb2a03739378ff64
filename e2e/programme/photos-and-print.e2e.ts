import sharp from 'sharp'
import type { Page } from '@playwright/test'
import { expect, settled, test } from '../support/fixtures'
import { dayIn, publishEvent } from '../support/published-event'

/** A poster of this size: a red mark in its upper left corner, on sand. */
async function poster(width: number, height: number): Promise<string> {
  const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80"><rect width="120" height="80" fill="#c33"/><text x="8" y="50" font-size="36" fill="#fff">FADO</text></svg>`
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#f4e9d8' } })
    .composite([{ input: Buffer.from(mark), left: 40, top: 40 }])
    .png()
    .toBuffer()
  return bytes.toString('base64')
}

/** Publishes an event with the longest text, every link and 35 dates; `data` overrides. */
const publish = (data: Record<string, unknown>) =>
  publishEvent({
    title: 'Fado on the square',
    description: 'Three singers and two guitars until the last song at the harbour wall. '
      .repeat(20)
      .slice(0, 1000),
    location_name: 'Praça da República - Praça da República, 2655-000 Ericeira',
    price: 12.5,
    info_url: 'https://fado.example/programme?year=2026',
    info_links: [{ type: 'instagram', data: 'https://www.instagram.com/fadonapraca' }],
    timetable: {
      repeated: {
        days: [0, 1, 2, 3, 4, 5, 6],
        start_hour: 19,
        start_minute: 0,
        end_hour: 20,
        end_minute: 30,
        period_start_date: dayIn(1),
        period_end_date: dayIn(35),
        is_all_day: false,
      },
    },
    ...data,
  })

async function openPhoto(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'View full-size photo' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

test('a poster is shown whole in the page, its ground going on beside it, and keeps its room while it loads', async ({
  page,
}) => {
  const id = await publish({ photo: await poster(900, 1300) })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/events/${id}`)
  const image = page.getByRole('img', { name: 'Photo of Fado on the square' })
  await expect(image).toHaveCSS('object-fit', 'contain')
  await expect(image).toHaveCSS('background-color', 'rgb(244, 233, 216)')
  await expect(image).toHaveAttribute('fetchpriority', 'high')
  // The image is not lazy, and as high before its file is there as after.
  await expect(image).toHaveAttribute('loading', 'eager')
  const { height } = (await image.boundingBox()) ?? { height: 0 }
  expect(height).toBeGreaterThan(400)
  await page.route('**/photos/**', () => undefined)
  await page.reload({ waitUntil: 'commit' })
  await expect(image).toBeVisible()
  expect((await image.boundingBox())?.height).toBe(height)
})

test('the photo fits every window, and gives the focus back', async ({ page }) => {
  for (const [width, height] of [
    [1414, 2000],
    [2400, 700],
  ] as const) {
    const id = await publish({ photo: await poster(width, height) })
    await page.goto(`/events/${id}`)
    await settled(page)
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 844, height: 390 },
      { width: 768, height: 1024 },
      { width: 1280, height: 900 },
      { width: 1280, height: 600 },
    ]) {
      await page.setViewportSize(viewport)
      await openPhoto(page)
      const shown = page.getByRole('dialog').getByRole('img')
      await expect(shown).toBeInViewport({ ratio: 0.999 })
      const whole = await page.getByRole('dialog').boundingBox()
      const image = await shown.boundingBox()
      // No part of it is behind an edge of the dialog.
      expect(image?.width).toBeLessThanOrEqual((whole?.width ?? 0) + 1)
      expect(image?.height).toBeLessThanOrEqual((whole?.height ?? 0) + 1)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'View full-size photo' })).toBeFocused()
    }
  }
})

/** How many pages a PDF has. */
function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page(?!s)/g)?.length ?? 0
}

test('an event of the longest text and 35 dates prints on one page, dark on white, in either theme', async ({
  page,
}) => {
  const id = await publish({ photo: await poster(1414, 2000) })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ media: null, colorScheme })
    await page.goto(`/events/${id}`)
    expect(pagesOf(await page.pdf({ format: 'A4' }))).toBe(1)

    await page.emulateMedia({ media: 'print', colorScheme })
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(10, 30, 42)')
  }
  // All dates but the first, which stands among the facts, without a click.
  await expect(page.getByText('7:00 PM – 8:30 PM').filter({ visible: true })).toHaveCount(35)
  await expect(page.locator('[data-part=printed-address]')).toContainText(`/events/${id}`)
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('banner').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('contentinfo').filter({ visible: true })).toHaveCount(0)
})

test('the promotion page prints on one page, with its colours', async ({ page }) => {
  await page.goto('/promo')
  for (const format of ['A4', 'Letter']) expect(pagesOf(await page.pdf({ format }))).toBe(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('body')).toHaveCSS('print-color-adjust', 'exact')
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
})
