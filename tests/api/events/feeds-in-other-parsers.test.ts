import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ICAL from 'ical.js'
import { parse } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'
import PostalMime from 'postal-mime'
import { SaxesParser } from 'saxes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProgrammeEvent } from '@/contract/events/events'
import { createFileMailer, mailDir } from '@/server/platform/mail/file-mailer'
import { pushPayload } from '@/server/platform/push/apple-push'
import type { Push } from '@/server/platform/push/web-push'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { runReviewJobs } from '@tests/support/server/back-office'
import { call } from '@tests/support/server/calls'
import {
  FEED_NOW,
  datesByApi,
  inXml,
  inOrder,
  publishHostileProgramme,
} from '@tests/support/server/hostile-programme'
import type { ReadDate } from '@tests/support/server/hostile-programme'
import { testPages } from '@tests/support/server/test-pages'
import type { TestPages } from '@tests/support/server/test-pages'

interface Read {
  icalendar: ReadDate[]
  vobject: ReadDate[]
  khal: string[]
  feedparser: { bozo: number; entries: [id: string, title: string, link: string, isDated: boolean][] }
}

const run = promisify(execFile)
const ORIGIN = 'https://guide.test'
const FIRST_DAY = FEED_NOW.slice(0, 10)

describe('what people wrote', () => {
  let test: TestApp
  let guide: TestPages
  const events: ProgrammeEvent[] = []
  const pushes: Push[] = []
  beforeAll(async () => {
    guide = await testPages({ publicOrigin: ORIGIN })
    const push = {
      send: async (one: Push) => (pushes.push(one), 'delivered' as const),
      close: async () => {},
    }
    test = await buildTestApp({ ...guide, now: FEED_NOW, config: { publicOrigin: ORIGIN }, push })
    const ids = await publishHostileProgramme(test, { withDevices: true })
    await runReviewJobs(test)
    for (const id of ids) events.push((await call(test, 'GET', `/events/${id}`)).data as ProgrammeEvent)
  }, 120_000)
  afterAll(async () => {
    await test.close()
    await guide.remove()
  })

  const text = async (url: string) => (await test.app.inject(url)).body
  const organisers = () => [...new Map(events.map(({ organiser }) => [organiser?.slug, organiser?.name]))]
  it('is the same in RSS for a strict parser of XML', async () => {
    const items = elementsOf(await text('/events.rss?lang=en'), 'item')
    expect(items).toHaveLength(events.length)
    for (const { id, title, description, tags } of events) {
      const item = items.find(({ guid }) => guid?.[0] === id)
      expect(item?.['title']?.[0]?.replace(/^[^·]* · /, '')).toBe(inXml(title))
      expect(textsOf(item?.['description']?.[0] ?? '').text).toContain(
        inXml(description).replaceAll(/\n{2,}/g, ''),
      )
      expect(item?.['category']).toEqual(tags.map(({ name }) => name))
    }
    for (const [slug, name] of organisers())
      expect(elementsOf(await text(`/events.rss?organiser=${slug}`), 'channel')[0]?.['title']?.[0]).toContain(
        name,
      )
  })

  it('is the same in a calendar', async () => {
    const vevents = component(await text('/events.ics')).getAllSubcomponents('vevent')
    for (const { id, title, description, location_name } of events) {
      const found = vevents.find((one) => String(one.getFirstPropertyValue('uid')).startsWith(id))
      const valueOf = (name: string) => String(found?.getFirstPropertyValue(name))
      expect(valueOf('summary')).toBe(inXml(title))
      expect(valueOf('description').startsWith(`${inXml(description)}\n\n`)).toBe(true)
      expect(valueOf('location')).toBe(inXml(location_name).replaceAll(' - ', ', '))
    }
    for (const [slug, name] of organisers()) {
      const calendar = component(await text(`/events.ics?organiser=${slug}`))
      expect(calendar.getFirstPropertyValue('name')).toBe(`Ericeira Events: ${name}`)
    }
    const searched = await text('/events.ics?q=fado%0D%0AATTACH:x%0B%E2%80%A8END:VCALENDAR')
    expect(component(searched).getFirstPropertyValue('name')).toMatch(/ATTACH:x +END:VCALENDAR/)
  })

  it('is the same in a JSON feed, and the sitemap has its page', async () => {
    const { items } = JSON.parse(await text('/events.json')) as {
      items: { id: string; title: string; content_text: string }[]
    }
    const pages = elementsOf(await text('/sitemap.xml'), 'url').map(({ loc }) => loc?.[0])
    for (const { id, title, description } of events) {
      const item = items.find((one) => one.id === id)
      expect(item?.title.replace(/^[^·]* · /, '')).toBe(title)
      expect(item?.content_text).toBe(description)
      expect(pages).toContain(`${ORIGIN}/events/${id}`)
    }
  })

  it('is the same in the JSON-LD of a page, on the page itself, and in its card’s address a picture', async () => {
    for (const { id, title, description, location_name, organiser } of events) {
      const page = textsOf(await text(`/events/${id}`))
      const [event] = page.scripts.flatMap((script) => {
        const json = script.startsWith('{"@context"')
          ? (JSON.parse(script) as Record<string, unknown>)
          : undefined
        return json?.['@type'] === 'Event' ? [json] : []
      })
      expect(event).toMatchObject({
        name: title,
        description,
        location: { name: location_name.split(' - ')[0] },
        organizer: { name: organiser?.name },
        image: [expect.stringContaining(`${ORIGIN}/cards/${id}.png`)],
      })
      expect(page.text).toContain(title)
    }
  })

  it('is the same in mails, as text and as HTML', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'hostile-mails-'))
    const mailer = await createFileMailer({
      dataDir,
      from: 'Guide <guide@example.com>',
      log: { info: () => {} },
    })
    for (const mail of test.mails.sent) await mailer.send(mail)
    const files = (await readdir(mailDir(dataDir))).filter((name) => name.endsWith('.eml'))
    const mails = await Promise.all(
      files.map(async (name) => PostalMime.parse(await readFile(join(mailDir(dataDir), name)))),
    )
    expect(mails).toHaveLength(2 * events.length)
    for (const { title } of events) {
      const ofEvent = mails.filter(({ subject }) => subject?.includes(`“${title.replaceAll(/\s+/g, ' ')}”`))
      expect(ofEvent.length).toBeGreaterThanOrEqual(2)
      for (const { text: plain = '', html = '', headers } of ofEvent) {
        expect(plain).toContain(title)
        expect(textsOf(html).text).toContain(inXml(title))
        expect(headers.some(({ key }) => key === 'bcc')).toBe(false)
      }
    }
    await rm(dataDir, { recursive: true })
  })

  it('is the same in messages to phones', () => {
    const bodies = pushes.map(
      (one) => (JSON.parse(pushPayload(one)) as { aps: { alert: Push } }).aps.alert.body,
    )
    expect(bodies).toHaveLength(events.length)
    for (const { title } of events) expect(bodies.filter((body) => body.includes(title))).not.toEqual([])
  })
})

/** An HTML page or piece as browsers parse it, its script elements apart. */
function textsOf(html: string) {
  const found = { text: '', scripts: [] as string[] }
  const walk = (node: DefaultTreeAdapterTypes.Node) => {
    const isScript = node.nodeName === 'script' && 'childNodes' in node
    if (isScript) found.scripts.push(node.childNodes.map((one) => ('value' in one ? one.value : '')).join(''))
    else if (node.nodeName === 'br') found.text += '\n'
    else if ('value' in node) found.text += node.value
    else if ('childNodes' in node) node.childNodes.forEach(walk)
  }
  walk(parse(html))
  return found
}

function component(calendar: string): ICAL.Component {
  return new ICAL.Component(ICAL.parse(calendar))
}

/** The texts of elements of a kind, by the names of their children. Throws where it is not well-formed. */
function elementsOf(xml: string, kind: string): Record<string, string[]>[] {
  const found: Record<string, string[]>[] = []
  const path: string[] = []
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => {
    path.push(name)
    if (name === kind) found.push({})
    else if (path.at(-2) === kind) ((found.at(-1) ?? {})[name] ??= []).push('')
  })
  parser.on('text', (text) => {
    const texts = path.at(-2) === kind ? found.at(-1)?.[path.at(-1) ?? ''] : undefined
    if (texts) texts[texts.length - 1] += text
  })
  parser.on('closetag', () => void path.pop())
  parser.write(xml).close()
  return found
}

// The command in tests/read-feeds runs it where these parsers are installed, and says so where they are not.
describe.skipIf(process.env['FEED_READERS'] !== '1')('the feeds in Debian’s parsers', () => {
  let test: TestApp
  let folder: string
  let read: Read
  let expected: ReadDate[]
  beforeAll(async () => {
    test = await buildTestApp({ now: FEED_NOW, config: { publicOrigin: ORIGIN } })
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
    expect(found).toEqual(expected)
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
