import { eventOfOrganiser } from '../support/accounts'
import { expectNoOverflow, expectRoomForLargeText } from '../support/axe'
import { expect, hydrated, test } from '../support/fixtures'
import { dayIn, publishEvent } from '../support/published-event'

const LONG_WORD = 'Supercalifragilisticexpialidocious'
const ADDRESS = `https://example.com/${'a-very-long-path/'.repeat(40)}`

/** A published event whose every text is one long word, as somebody may write it. */
const publishLongWords = (texts: Record<string, unknown> = {}) =>
  publishEvent({
    title: LONG_WORD.repeat(3).slice(0, 100),
    description: `${ADDRESS} ${'Donaudampfschifffahrtsgesellschaft'.repeat(6)}`,
    location_name: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(3),
    price: 99_999.99,
    info_links: [{ type: 'web_url', data: ADDRESS }],
    // The whole day of today: the sheet of this week has it, too.
    timetable: { list: [{ start_time: dayIn(0), end_time: dayIn(0), is_all_day: true }] },
    ...texts,
  })

test('long words and addresses stay on the screen, on phones and desktops, in both languages', async ({
  browser,
  server,
}) => {
  test.setTimeout(400_000)
  const id = await publishLongWords()
  const { slug } = await eventOfOrganiser(server, LONG_WORD, {
    name: LONG_WORD.repeat(2).slice(0, 60),
    texts: { en: `${ADDRESS} ${LONG_WORD.repeat(4)}` },
  })
  for (const locale of ['en-GB', 'pt-PT']) {
    const context = await browser.newContext({ locale, reducedMotion: 'reduce', serviceWorkers: 'block' })
    const page = await context.newPage()
    for (const path of [
      '/',
      '/events',
      '/events?view=agenda',
      '/events?view=map',
      `/events/${id}`,
      '/places/praia-do-sul',
      `/organisers/${slug}`,
      '/week',
      '/tides',
      '/week-mail',
      `/saved#e=${id}`,
      '/add-event',
      '/outbox',
      '/on-this-device',
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

test('a title that is read from the right keeps its sign at its end, on its page and in lists', async ({
  page,
}) => {
  const title = `ערב מוזיקה ${Date.now()} בחוף!`
  const id = await publishLongWords({ title, location_name: 'בית הקפה!' })
  for (const path of [`/events/${id}`, `/events?q=${encodeURIComponent(title)}`, '/week']) {
    await page.goto(path)
    await hydrated(page)
    const words = page.locator('main').getByText(title, { exact: true }).first()
    const [sign, first] = await words.evaluate((element) => {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
      const leftOf = (at: number) => {
        const range = document.createRange()
        range.setStart(text ?? element, at)
        range.setEnd(text ?? element, at + 1)
        return range.getBoundingClientRect().left
      }
      return [leftOf((text?.textContent?.length ?? 1) - 1), leftOf(0)]
    })
    expect(sign, path).toBeLessThan(first ?? 0)
  }
})
