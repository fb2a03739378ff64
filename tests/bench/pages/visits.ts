import type { Locator, Page } from '@playwright/test'
import type { Figures } from '../verdict'
import { blockingMs, describeBlocking, openPhone, withProfile } from './phone'

const AFTER_LOAD_MS = 5000

/** First visits of the pages that most people come to first. */
export async function coldVisits(origin: string, report: (line: string) => void): Promise<Figures> {
  const response = await fetch(`${origin}/api/v1/events?per_page=1`)
  const { data } = (await response.json()) as { data: { items: { id: string }[] } }
  const event = { name: 'an event', path: `/events/${data.items[0]?.id}` }
  return {
    ...(await coldVisit(origin, { name: '/', path: '/' }, report)),
    ...(await coldVisit(origin, { name: '/events', path: '/events' }, report)),
    ...(await coldVisit(origin, event, report)),
    ...(await coldVisit(origin, { name: '/add-event', path: '/add-event' }, report)),
  }
}

/**
 * A first visit on a slow network: what is seen when, and how long the main thread is blocked until 5 s after load. `report` gets
 * a line for the largest element and each long task.
 */
function coldVisit(
  origin: string,
  { name, path }: { name: string; path: string },
  report: (line: string) => void,
): Promise<Figures> {
  return withProfile(async (profile) => {
    const { context, page } = await openPhone(profile, { network: 'slow' })
    try {
      await page.goto(origin + path, { waitUntil: 'load' })
      const loadedMs = await page.evaluate(() => performance.now())
      // The wait is not in the page: a program that looks there again and again is work of the page's own thread.
      await page.waitForTimeout(AFTER_LOAD_MS)
      const vitals = await page.evaluate(() => window.vitals)
      for (const line of [`LCP ${vitals.largest}`, ...describeBlocking(vitals)]) report(`  ${name}: ${line}`)
      return {
        [`${name} cold: FCP`]: vitals.fcpMs,
        [`${name} cold: LCP`]: vitals.lcpMs,
        [`${name} cold: CLS`]: vitals.cls,
        [`${name} cold: blocking until 5 s after load`]: blockingMs(vitals, loadedMs + AFTER_LOAD_MS),
      }
    } finally {
      await context.close()
    }
  })
}

/** A phone that has been here before: cold starts with and without a network, then what a person does on the list. */
export function repeatVisits(origin: string): Promise<Figures> {
  return withProfile(async (profile) => {
    await fillReplica(profile, origin)
    return {
      ...(await coldStart(profile, origin, 'fast')),
      ...(await coldStart(profile, origin, 'off')),
      ...(await useList(profile, origin)),
    }
  })
}

/** One visit of a phone with a network, until it has the whole programme: some of the app's events may be over. */
async function fillReplica(profile: string, origin: string): Promise<void> {
  const response = await fetch(`${origin}/api/v1/events/list`)
  const { data } = (await response.json()) as { data: { items: unknown[] } }
  const { context, page } = await openPhone(profile)
  await page.goto(`${origin}/events`)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.waitForFunction(
    async (least) => {
      const names = await indexedDB.databases()
      if (!names.some(({ name }) => name === 'ericeira-replica')) return false
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open('ericeira-replica')
        opening.addEventListener('success', () => resolve(opening.result))
      })
      const counting = database.transaction('events').objectStore('events').count()
      const stored = await new Promise<number>((resolve) =>
        counting.addEventListener('success', () => resolve(counting.result)),
      )
      database.close()
      return stored >= least
    },
    data.items.length,
    { polling: 500 },
  )
  await page.reload({ waitUntil: 'networkidle' })
  await context.close()
}

async function coldStart(profile: string, origin: string, network: 'fast' | 'off'): Promise<Figures> {
  const { context, page } = await openPhone(profile, { network })
  try {
    await page.goto(`${origin}/events`, { waitUntil: 'commit' })
    // The page observes it itself: what a test tool does to look for it costs a slow phone a quarter of a second.
    const shownMs = await page.evaluate(() => window.vitals.listShown)
    await page.locator('article a').first().click()
    await page.locator('article h1').waitFor()
    const name = network === 'off' ? 'offline' : 'repeat'
    return { [`/events ${name} cold start to the list`]: shownMs }
  } finally {
    await context.close()
  }
}

async function useList(profile: string, origin: string): Promise<Figures> {
  const { context, page } = await openPhone(profile, { network: 'off' })
  try {
    await page.goto(`${origin}/events`)
    await page.evaluate(() => window.vitals.listShown)
    // The page has settled: the person has begun to read.
    await page.waitForTimeout(3000)
    const showMore = await timedTap(page, page.getByRole('link', { name: 'Show more' }))
    const growing = await timed(page, () => growTo(page, CARDS))
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await page.waitForTimeout(500)
    const showFilters = await timedTap(page, page.getByRole('button', { name: /^Filters/ }))
    const filter = await filterByDay(page)
    const search = await searchWord(page)
    const narrowed = await addFilterWord(page)
    const opened = await openEvent(page)
    const tides = await openTides(page)
    return {
      'show more: next paint': showMore,
      [`tap while the list grows to ${CARDS}: next paint, longest`]: growing,
      [`show filters over ${CARDS} cards: next paint`]: showFilters,
      [`filter ${CARDS} cards by a day: next paint`]: filter.nextPaint,
      [`filter ${CARDS} cards by a day: painted`]: filter.painted,
      'search a word over a day: next paint, longest': search,
      'add a word: next paint, longest': narrowed,
      'open an event: painted': opened,
      'open the tides: next paint': tides,
    }
  } finally {
    await context.close()
  }
}

/** The number of cards that a person of patience looks through. */
export const CARDS = 500

/** Scrolls as a thumb does: to the end again and again, with a tap in between. */
async function growTo(page: Page, count: number): Promise<void> {
  // A list that collapses never gets there.
  for (let turn = 0; turn < 120; turn++) {
    const shown = await page.evaluate(() => {
      const cards = document.querySelectorAll('main article')
      cards[cards.length - 1]?.scrollIntoView({ block: 'center', behavior: 'instant' })
      return cards.length
    })
    if (shown >= count) return
    await page.mouse.click(4, 300)
    await page.waitForTimeout(40)
  }
}

/** Measures from the moment the day is entered until the next paint, and until other cards are painted. */
function filterByDay(page: Page): Promise<{ nextPaint: number; painted: number }> {
  return page.evaluate(
    (day) =>
      new Promise<{ nextPaint: number; painted: number }>((resolve) => {
        let nextPaint = Number.NaN
        const input = document.querySelector<HTMLInputElement>('input[name=from]')
        const first = document.querySelector('main article :is(h2, h3)')?.textContent
        if (input === null) throw new Error('There is no start date')
        const enteredAt = performance.now()
        const observer = new MutationObserver(() => {
          const shown = document.querySelector('main article :is(h2, h3)')?.textContent
          // Meanwhile there may be no card at all.
          if (shown === undefined || shown === first) return
          observer.disconnect()
          requestAnimationFrame(() =>
            setTimeout(() => resolve({ nextPaint, painted: performance.now() - enteredAt })),
          )
        })
        observer.observe(document.body, { childList: true, subtree: true, characterData: true })
        // An event of a script is no interaction to the browser.
        requestAnimationFrame(() => setTimeout(() => (nextPaint = performance.now() - enteredAt)))
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, day)
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }),
    new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10),
  )
}

/** Letter after letter, each while the list of those before may be painted. */
function searchWord(page: Page): Promise<number> {
  return timed(page, () => page.getByRole('searchbox').pressSequentially('band', { delay: 200 }))
}

function addFilterWord(page: Page): Promise<number> {
  return timed(page, () => page.getByRole('searchbox').pressSequentially(' event', { delay: 200 }))
}

/** Opens the tides by the link that is at the foot of each page. */
function openTides(page: Page): Promise<number> {
  return timedTap(page, page.getByRole('contentinfo').getByRole('link', { name: 'Tides and sun' }))
}

/** Measures from the click until the event's own page is painted. */
function openEvent(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const clickedAt = performance.now()
        const observer = new MutationObserver(() => {
          if (document.querySelector('main article h1') === null) return
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clickedAt)))
        })
        observer.observe(document.body, { childList: true, subtree: true })
        document.querySelector<HTMLAnchorElement>('main article a')?.click()
      }),
  )
}

/** The longest interaction to next paint that the action makes. */
async function timed(page: Page, action: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => (window.vitals.interactions = []))
  await action()
  await page.waitForTimeout(600)
  return longestInteraction(page)
}

/**
 * How long a tap takes until the next paint. It is the pointer's alone: the test tool's own click looks in the page for what is hit
 * once the pointer is down, which takes a slow phone 20 ms and more.
 */
async function timedTap(page: Page, element: Locator): Promise<number> {
  await element.scrollIntoViewIfNeeded()
  const box = await element.boundingBox()
  if (box === null) throw new Error('What is tapped is not shown')
  return timed(page, () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2))
}

function longestInteraction(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, ...window.vitals.interactions))
}
