import type { Page } from '@playwright/test'
import {
  addFilterWord,
  coldStart,
  fillReplica,
  filterByDay,
  growTo,
  openEvent,
  openTides,
  searchWord,
  timed,
  timedTap,
} from '../pages/measures'
import type { Figures } from '../pages/measures'
import { openPhone, withProfile } from '../pages/phone'

/** The number of cards for some seconds of scrolling. */
const CARDS = 100

/** A phone that has the programme, and no network. */
export function readOffline(origin: string, count: number): Promise<Figures> {
  return withProfile(async (profile) => {
    await fillReplica(profile, origin)
    const [shown = Number.NaN] = Object.values(await coldStart(profile, origin, 'off'))
    return {
      [`${count} events: cold start to the list, ms`]: shown,
      ...(await useProgramme(profile, origin, count)),
    }
  })
}

async function useProgramme(profile: string, origin: string, count: number): Promise<Figures> {
  const { context, page } = await openPhone(profile, { network: 'off' })
  try {
    await page.goto(`${origin}/events`)
    await page.evaluate(() => window.vitals.listShown)
    // The page has settled: the person has begun to read.
    await page.waitForTimeout(3000)
    const scrolled = await timed(page, () => growTo(page, CARDS))
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await page.waitForTimeout(500)
    const shown = await timedTap(page, page.getByRole('button', { name: /^Filters/ }))
    const tag = page.getByRole('group', { name: 'Filter by tag' }).getByRole('link').first()
    const chosen = await timedTap(page, tag)
    await tag.click()
    await page.waitForTimeout(500)
    const searched = await searchWord(page)
    const narrowed = await addFilterWord(page)
    await page.getByRole('searchbox').fill('')
    await page.waitForTimeout(1000)
    const filtered = await filterByDay(page)
    await page.waitForTimeout(1000)
    const tapped = await timedTap(page, page.locator('main article a').first())
    await page.goBack()
    await page.locator('main article a').first().waitFor()
    const opened = await openEvent(page)
    const tides = await openTides(page)
    return {
      [`${count} events: tap while scrolling ${CARDS} cards, ms`]: scrolled,
      [`${count} events: show the filters, ms`]: shown,
      [`${count} events: choose a filter, ms`]: chosen,
      [`${count} events: tap an event, ms`]: tapped,
      [`${count} events: search a word, ms`]: searched,
      [`${count} events: add a word, ms`]: narrowed,
      [`${count} events: enter a day, ms`]: filtered.nextPaint,
      [`${count} events: open the tides, ms`]: tides,
      [`${count} events: longest interaction, ms`]: Math.max(
        scrolled,
        shown,
        chosen,
        tapped,
        searched,
        narrowed,
        filtered.nextPaint,
        tides,
      ),
      [`${count} events: filter by a day, ms`]: filtered.painted,
      [`${count} events: open an event, ms`]: opened,
      [`${count} events: IndexedDB, KB`]: (await storedBytes(page)) / 1000,
    }
  } finally {
    await context.close()
  }
}

/** Chromium's own count; its `usage` as a whole is padded. */
function storedBytes(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { usageDetails } = (await navigator.storage.estimate()) as { usageDetails?: { indexedDB?: number } }
    return usageDetails?.indexedDB ?? Number.NaN
  })
}
