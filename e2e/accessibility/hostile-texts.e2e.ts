import { expectNoOverflow, expectRoomForLargeText } from '../support/axe'
import { asAdmin, hydrated, test } from '../support/fixtures'

const ADDRESS = `https://example.com/${'a-very-long-path/'.repeat(40)}`

/** A published event whose every text is one long word, as somebody may write it. */
async function publishLongWords(): Promise<string> {
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const data = {
    title: 'Supercalifragilisticexpialidocious'.repeat(3).slice(0, 100),
    description: `${ADDRESS} ${'Donaudampfschifffahrtsgesellschaft'.repeat(6)}`,
    location_name: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(3),
    latitude: 38.9,
    longitude: -9.4,
    tag_keys: ['music'],
    price: 99_999.99,
    info_links: [{ type: 'web_url', data: ADDRESS }],
    timetable: { list: [{ start_time: `${day} 09:00:00`, end_time: `${day} 10:00:00`, is_all_day: false }] },
  }
  const { id } = (await asAdmin('/backoffice/events', { method: 'POST', data })) as { id: string }
  return id
}

test('long words and addresses stay on the screen, on phones and desktops, in both languages', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const id = await publishLongWords()
  for (const locale of ['en-GB', 'pt-PT']) {
    const context = await browser.newContext({ locale, reducedMotion: 'reduce', serviceWorkers: 'block' })
    const page = await context.newPage()
    for (const path of [
      '/',
      '/events',
      `/events/${id}`,
      '/promo',
      '/download',
      '/contacts',
      '/privacy',
      '/terms',
    ]) {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.goto(path)
      await hydrated(page)
      await expectNoOverflow(page, `${path} at 1280 px in ${locale}`)
      await page.setViewportSize({ width: 320, height: 844 })
      await expectNoOverflow(page, `${path} at 320 px in ${locale}`)
      await expectRoomForLargeText(page, `${path} in ${locale}`)
    }
    await context.close()
  }
})
