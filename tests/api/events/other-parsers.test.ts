import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { parseRssFeed } from 'feedsmith'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import PostalMime from 'postal-mime'
import { SaxesParser } from 'saxes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ProgrammeEvent } from '@/contract/events/events'
import { createFileMailer, mailDir } from '@/server/platform/mail/file-mailer'
import { pushPayload, type Push } from '@/server/platform/push/apple-push'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { runReviewJobs } from '@tests/support/server/back-office'
import { call } from '@tests/support/server/calls'
import { FEED_NOW, inXml, publishHostileProgramme } from '@tests/support/server/hostile-programme'
import { testPages, type TestPages } from '@tests/support/server/test-pages'

interface Alert {
  aps: { alert: Pick<Push, 'body'> }
}

const ORIGIN = 'https://guide.test'

// What people wrote, as programs of others read it.

let test: TestApp
let guide: TestPages
const events: ProgrammeEvent[] = []
const pushes: Push[] = []
beforeAll(async () => {
  guide = await testPages()
  const push = { send: async (one: Push) => (pushes.push(one), 'delivered' as const), close: async () => {} }
  test = await buildTestApp({ ...guide, now: FEED_NOW, config: { publicOrigin: ORIGIN }, push })
  const ids = await publishHostileProgramme(test)
  await runReviewJobs(test)
  for (const id of ids) events.push((await call(test, 'GET', `/events/${id}`)).data as ProgrammeEvent)
}, 120_000)
afterAll(async () => {
  await test.close()
  await guide.remove()
})

const text = async (url: string) => (await test.app.inject(url)).body
const organisers = () => [...new Map(events.map(({ organiser }) => [organiser?.slug, organiser?.name]))]

it('what people wrote is the same in RSS for a strict parser of XML', async () => {
  const { items = [] } = parseRssFeed(await xml('/events.rss?lang=en'))
  expect(items).toHaveLength(events.length)
  for (const { id, title, description, tags } of events) {
    const item = items.find(({ guid }) => guid?.value === id)
    expect(item?.title?.replace(/^[^·]* · /, '')).toBe(inXml(title))
    expect(textsOf(item?.description ?? '').text).toContain(inXml(description).replaceAll(/\n{2,}/g, ''))
    expect(item?.categories?.map(({ name }) => name)).toEqual(tags.map(({ name }) => name))
  }
  for (const [slug, name] of organisers())
    expect(parseRssFeed(await xml(`/events.rss?organiser=${slug}`)).title).toContain(name)
})

it('what people wrote is the same in a calendar', async () => {
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

it('what people wrote is the same in a JSON feed, and the sitemap has its page', async () => {
  const { items } = JSON.parse(await text('/events.json')) as {
    items: { id: string; title: string; content_text: string }[]
  }
  const sitemap = await xml('/sitemap.xml')
  for (const { id, title, description } of events) {
    const item = items.find((one) => one.id === id)
    expect(item?.title.replace(/^[^·]* · /, '')).toBe(title)
    expect(item?.content_text).toBe(description)
    expect(sitemap).toContain(`<loc>${ORIGIN}/events/${id}</loc>`)
  }
})

it('what people wrote is the same in the JSON-LD of a page, on the page itself, and in its card’s address a picture', async () => {
  for (const { id, title, description, location_name, organiser } of events) {
    const page = textsOf(await text(`/events/${id}`))
    const event = page.scripts.find((script) => script.startsWith('{"@context"'))
    expect(JSON.parse(event ?? '')).toMatchObject({
      name: title,
      description,
      location: { name: location_name.split(' - ')[0] },
      organizer: { name: organiser?.name },
      image: [expect.stringContaining(`${ORIGIN}/cards/${id}.png`)],
    })
    expect(page.text).toContain(title)
  }
})

it('what people wrote is the same in mails, as text and as HTML', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hostile-mails-'))
  const mailer = await createFileMailer({ dataDir, from: 'guide@example.com', log: { info: () => {} } })
  for (const mail of test.mails.sent) await mailer.send(mail)
  const files = (await readdir(mailDir(dataDir))).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(
    files.map(async (name) => PostalMime.parse(await readFile(join(mailDir(dataDir), name)))),
  )
  for (const { title } of events) {
    const ofEvent = mails.filter(({ text: plain }) => plain?.includes(title))
    expect(ofEvent.length).toBeGreaterThanOrEqual(2)
    for (const { html = '', headers } of ofEvent) {
      expect(textsOf(html).text).toContain(inXml(title))
      expect(headers.some(({ key }) => key === 'bcc')).toBe(false)
    }
  }
  await rm(dataDir, { recursive: true })
})

it('what people wrote is the same in messages to phones', () => {
  const bodies = pushes.map((one) => (JSON.parse(pushPayload(one)) as Alert).aps.alert.body)
  for (const { title } of events)
    expect(
      bodies.some((body) => body.includes(title)),
      title,
    ).toBe(true)
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

/** The text of an XML file; throws where it is not well-formed. */
async function xml(url: string): Promise<string> {
  const body = await text(url)
  new SaxesParser({ xmlns: true }).write(body).close()
  return body
}
