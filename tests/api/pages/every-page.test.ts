import { afterAll, beforeAll, expect, it } from 'vitest'
import { publicRoutes } from '@/client/app/sitemap'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { publish } from '@tests/support/server/calls'
import { testPages } from '@tests/support/server/test-pages'
import type { TestPages } from '@tests/support/server/test-pages'

let guide: TestPages
let test: TestApp
let id: string
beforeAll(async () => {
  guide = await testPages()
  test = await buildTestApp({ ...guide })
  id = await publish(test)
})
afterAll(async () => {
  await test.close()
  await guide.remove()
})

/** The address with values in place of its parameters. */
const addressOf = (path: string) =>
  path.replace('$id', id).replace('$slug', 'coxos').replace('$week', '2026-W25').replace('$', 'no-such-page')

const PATHS = publicRoutes.map((page) => (page.type === 'route' ? page.path : '/'))

it('no page of the sitemap redirects to an address of its own', async () => {
  const redirected: string[] = []
  for (const path of PATHS) {
    const { statusCode, headers } = await test.app.inject({ url: addressOf(path) })
    const [target] = String(headers.location ?? '').split('?')
    if (statusCode >= 500 || target === addressOf(path)) redirected.push(path)
  }
  expect(redirected).toEqual([])
})

it('every page of the sitemap refuses to be framed by another site, whatever its status', async () => {
  expect(PATHS.length).toBeGreaterThan(25)
  const framed = new Set<string>()
  for (const path of [...PATHS, '/events?view=map', '/saved?embed=1', '/embed/', '/backoffice/login']) {
    const { headers } = await test.app.inject({ url: addressOf(path) })
    const isRefused =
      String(headers['content-security-policy']).includes("frame-ancestors 'none'") &&
      headers['x-frame-options'] === 'DENY'
    if (!isRefused) framed.add(path)
  }
  expect([...framed]).toEqual([])
})
