import type { Page } from '@playwright/test'
import { blockingMs, openPhone, withProfile } from './phone'

/** One run of everything, milliseconds (CLS: as it is). */
export type Figures = Record<string, number>

const AFTER_LOAD_MS = 5000

/** A first visit on a slow network: what is seen when, and what keeps the main thread until 5 s after load. */
export function coldVisit(origin: string, path: string): Promise<Figures> {
  return withProfile(async (profile) => {
    const { context, page } = await openPhone(profile, { network: 'slow' })
    try {
      await page.goto(origin + path, { waitUntil: 'load' })
      const loadedMs = await page.evaluate(() => performance.now())
      await page.waitForFunction((until) => performance.now() > until, loadedMs + AFTER_LOAD_MS)
      const vitals = await page.evaluate(() => window.vitals)
      return {
        [`${path} cold: FCP`]: vitals.fcpMs,
        [`${path} cold: LCP`]: vitals.lcpMs,
        [`${path} cold: CLS`]: vitals.cls,
        [`${path} cold: blocking until 5 s after load`]: blockingMs(vitals, loadedMs + AFTER_LOAD_MS),
      }
    } finally {
      await context.close()
    }
  })
}

/** A phone that has been here before: cold starts with and without a network, then what a person does on the list. */
export function repeatVisits(origin: string, count: number): Promise<Figures> {
  return withProfile(async (profile) => {
    await mirror(profile, origin, count)
    return {
      ...(await coldStart(profile, origin, 'fast')),
      ...(await coldStart(profile, origin, 'off')),
      ...(await useList(profile, origin)),
    }
  })
}

async function mirror(profile: string, origin: string, count: number): Promise<void> {
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
    count,
    { polling: 500 },
  )
  await page.reload({ waitUntil: 'networkidle' })
  await context.close()
}

async function coldStart(profile: string, origin: string, network: 'fast' | 'off'): Promise<Figures> {
  const { context, page } = await openPhone(profile, { network })
  try {
    await page.goto(`${origin}/events`, { waitUntil: 'commit' })
    await page.waitForSelector('article h2, article h3')
    const shownMs = await page.evaluate(() => performance.now())
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
    await page.waitForSelector('article h2')
    // Settled: the person has begun to read.
    await page.waitForTimeout(3000)
    const showMore = await timed(page, () => page.getByRole('link', { name: 'Show more' }).click())
    while ((await page.locator('article').count()) < 500) {
      await page.locator('article').last().scrollIntoViewIfNeeded()
      await page.waitForTimeout(50)
    }
    const whileGrowing = await longestInteraction(page)
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.waitForTimeout(500)
    const showFilters = await timed(page, () => page.getByRole('button', { name: /Show/ }).first().click())
    const filter = await timed(page, async () => {
      const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
      await page.getByLabel('Start Date').fill(day)
      await page.waitForFunction((wanted) => location.search.includes(wanted), day)
    })
    const opened = await timed(page, async () => {
      await page.locator('article a').first().click()
      await page.locator('article h1').waitFor()
    })
    return {
      '500 cards: show more': showMore,
      '500 cards: longest tap while it grows (INP)': whileGrowing,
      '500 cards: show filters': showFilters,
      '500 cards: filter by a day': filter,
      'open an event': opened,
    }
  } finally {
    await context.close()
  }
}

/** The longest interaction to next paint that the action makes. */
async function timed(page: Page, action: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => (window.vitals.interactions = []))
  await action()
  await page.waitForTimeout(600)
  return longestInteraction(page)
}

function longestInteraction(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, ...window.vitals.interactions))
}
