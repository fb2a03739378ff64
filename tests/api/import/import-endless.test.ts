import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { byAdmin } from '@tests/support/server/back-office'
import { ENDLESS_CALENDARS, HEAVY_CALENDARS, SLOW_TEXTS } from '@tests/support/attacks/endless-calendars'
import type { ImportPreview } from '@/contract/back-office/import'

const DEFAULTS = {
  location_name: 'Ericeira',
  latitude: 38.9631,
  longitude: -9.417,
  tag_keys: ['music'],
  email: '',
}

let test: TestApp
beforeAll(async () => {
  // The date from which the February of every fourth year is never a leap year's.
  test = await buildTestApp({ now: '2026-11-22T10:00:00Z' })
})
afterAll(() => test.close())

/** The preview of a file, during which others are answered. */
async function previewBesideOthers(text: string) {
  await test.admin()
  const reply = byAdmin(test, 'POST', '/imports/preview', {
    source: { name: 'odd.ics', file: Buffer.from(text).toString('base64') },
    defaults: DEFAULTS,
  })
  const health = await test.app.inject({ url: '/healthz' })
  expect(health.statusCode).toBe(200)
  const { status, text: body, data } = await reply
  expect(status, body.slice(0, 500)).toBe(200)
  return data as ImportPreview & { trouble?: string }
}

describe('a calendar that never ends', () => {
  it.each(ENDLESS_CALENDARS)(
    'by $name says so of its event, and holds up nobody',
    async ({ text, obstacle }) => {
      const { items } = await previewBesideOthers(text)
      expect(items.map((item) => [item.title, item.obstacle])).toContainEqual(['Endless', obstacle])
    },
  )

  it.each(SLOW_TEXTS)('$name is read, and holds up nobody', async ({ text, title }) => {
    const { items } = await previewBesideOthers(text)
    expect(items.map((item) => item.title)).toEqual([title])
  })

  it.each(HEAVY_CALENDARS)(
    'of megabytes of $name is read or refused, and holds up nobody',
    { tags: ['full'] },
    async ({ text }) => {
      const { trouble, items } = await previewBesideOthers(text)
      if (items === undefined) expect(['too_slow', 'not_a_calendar']).toContain(trouble)
      else expect(items.length).toBeGreaterThan(0)
    },
  )
})
