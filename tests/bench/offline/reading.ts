import type { Page } from '@playwright/test'
import { coldStart, fillReplica, filterByDay, openEvent } from '../pages/measures'
import type { Figures } from '../pages/measures'
import { openPhone, withProfile } from '../pages/phone'

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
    // Settled: the person has begun to read.
    await page.waitForTimeout(3000)
    await page.getByRole('button', { name: /Show/ }).first().click()
    const filtered = await filterByDay(page)
    await page.waitForTimeout(1000)
    const opened = await openEvent(page)
    return {
      [`${count} events: filter by a day, ms`]: filtered,
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
