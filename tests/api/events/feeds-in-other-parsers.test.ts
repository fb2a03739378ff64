import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import {
  FEED_NOW,
  datesByApi,
  inOrder,
  publishHostileProgramme,
} from '@tests/support/server/hostile-programme'
import type { ReadDate } from '@tests/support/server/hostile-programme'

interface Read {
  icalendar: ReadDate[]
  vobject: ReadDate[]
  khal: string[]
  feedparser: { bozo: number; entries: [id: string, title: string, link: string, isDated: boolean][] }
}

const run = promisify(execFile)
const FIRST_DAY = FEED_NOW.slice(0, 10)

/**
 * Whether parsers can agree on a date: in the hour that October repeats the clock says one time twice, and vobject takes the second where
 * RFC 5545 means the first.
 */
function isUnambiguous(date: ReadDate): boolean {
  return date.every((text) => !/^2026-10-25T0[01]/.test(text))
}

// The command in tests/read-feeds runs it where these parsers are installed, and says so where they are not.
describe.skipIf(process.env['FEED_READERS'] !== '1')('the feeds in Debian’s parsers', () => {
  let test: TestApp
  let folder: string
  let read: Read
  let expected: ReadDate[]
  beforeAll(async () => {
    test = await buildTestApp({ now: FEED_NOW, config: { publicOrigin: 'https://guide.test' } })
    expected = await datesByApi(test, await publishHostileProgramme(test))
    folder = await mkdtemp(join(tmpdir(), 'read-feeds-'))
    await mkdir(join(folder, 'khal'))
    for (const name of ['events.ics', 'events.rss'])
      await writeFile(join(folder, name), (await test.app.inject(`/${name}`)).rawPayload)
    const script = join(process.cwd(), 'tests/read-feeds/read_feeds.py')
    const { stdout } = await run('/usr/bin/python3', [script, folder, FIRST_DAY], { maxBuffer: 2 ** 26 })
    read = JSON.parse(stdout) as Read
  }, 120_000)
  afterAll(async () => {
    await rm(folder, { recursive: true })
    await test.close()
  })

  it.each(['icalendar', 'vobject'] as const)('has every instant for %s that the API has', (parser) => {
    const found = inOrder(read[parser].filter(([, end]) => end > FEED_NOW))
    expect(found).toHaveLength(expected.length)
    expect(found.filter(isUnambiguous)).toEqual(expected.filter(isUnambiguous))
  })

  it('has every date for khal, at its time in the village', () => {
    expect(read.khal.length).toBeGreaterThan(100)
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Europe/Lisbon',
      dateStyle: 'short',
      timeStyle: 'short',
    })
    // The parser writes other times for whole days.
    const starts = expected
      .filter(([start]) => start.includes('T'))
      .map(([start]) => clock.format(Date.parse(start)).replace(' ', 'T'))
    const khalStarts = read.khal.map((line) => line.split(' ')[1] ?? '')
    // khal lists from the first day's beginning on.
    expect([...new Set(starts)].filter((start) => !khalStarts.includes(start))).toEqual([])
  })

  it('is a feed without a fault for feedparser', () => {
    expect(read.feedparser.bozo).toBe(0)
    expect(read.feedparser.entries.length).toBeGreaterThan(20)
    expect(
      read.feedparser.entries.filter(([id, title, link, isDated]) => !(id && title && link && isDated)),
    ).toEqual([])
  })

  it('is well-formed XML for xmllint', async () => {
    await expect(run('/usr/bin/xmllint', ['--noout', join(folder, 'events.rss')])).resolves.toBeDefined()
  })
})
