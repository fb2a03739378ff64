import type { Page, Route } from '@playwright/test'

/** Requests that wait, and how their waiting ends: for those held so far and for those to come. */
export interface HeldRequests {
  letThrough(): Promise<void>
  drop(): Promise<void>
}

/** Addresses of the programme: page by page, or whole for the replica. */
export const PROGRAMME = /\/api\/v1\/events(?:\/list)?(?:\?|$)/

/** Holds requests to these addresses, as a slow network does. */
export async function holdRequests(page: Page, address: string | RegExp): Promise<HeldRequests> {
  const held: Route[] = []
  let settle = async (route: Route): Promise<void> => void held.push(route)
  await page.route(address, (route) => settle(route))
  const settleBy = (way: typeof settle) => async () => {
    settle = way
    await Promise.all(held.splice(0).map(way))
  }
  return {
    letThrough: settleBy((route) => route.continue()),
    drop: settleBy((route) => route.abort()),
  }
}
