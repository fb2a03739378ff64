import { brotliDecompressSync } from 'node:zlib'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { Window, type Document } from 'happy-dom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { listed, publish } from '@tests/support/server/calls'
import { testPages, type TestPages } from '@tests/support/server/test-pages'
import { jpeg } from '@tests/support/server/images'
import { requestBytes, sendBytes } from '@tests/support/attacks/verbatim-request'

const ORIGIN = 'https://guide.example'

let guide: TestPages
let test: TestApp
let port: number
let id: string
beforeAll(async () => {
  guide = await testPages()
  test = await buildTestApp({ ...guide, config: { publicOrigin: ORIGIN } })
  id = await publish(test, { title: 'Evening session' })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await test.close()
  await guide.remove()
})

const request = (target: string, headers: readonly string[] = []) =>
  sendBytes(port, requestBytes({ method: 'GET', target, headers }))

describe('the list with a filter', () => {
  it('names its three feeds, with the filter and the language', async () => {
    const { body } = await request('/events?tags=surf&q=fado')
    const { document } = new Window()
    document.write(body)
    const links = [...document.querySelectorAll('link[rel=alternate]')].map((link) => [
      link.getAttribute('type'),
      link.getAttribute('href'),
    ])
    expect(links).toEqual([
      ['text/calendar', '/events.ics?tags=surf&q=fado&lang=en'],
      ['application/rss+xml', '/events.rss?tags=surf&q=fado&lang=en'],
      ['application/feed+json', '/events.json?tags=surf&q=fado&lang=en'],
    ])
  })
})

describe('what another app shares where there is no worker', () => {
  it('leads to the form, which says that it did not arrive, however large it is', async () => {
    const body = new FormData()
    body.append('title', 'Concert on the pier')
    body.append('photo', new Blob([new Uint8Array(20_000_000)], { type: 'image/jpeg' }), 'poster.jpg')
    for (const shared of [body, 'title=Concert', '{"title":']) {
      const response = await fetch(`http://127.0.0.1:${port}/add-event`, {
        method: 'POST',
        body: shared,
        redirect: 'manual',
      })
      expect([response.status, response.headers.get('location')]).toEqual([303, '/add-event?shared=1'])
    }
  })
})

describe('the week on paper', () => {
  it('is none, this one or one to come, in the language of its address, with its tags', async () => {
    const statusOf = async (target: string) => {
      const { status, head } = await request(target)
      return [status, /^location: (.*?)\r?$/im.exec(head)?.[1]]
    }
    for (const none of ['2026-W54', '9999-W52', '2201-W01', '0000-W01', '10000-W01'])
      expect(await statusOf(`/week/${none}`)).toEqual([404, undefined])
    expect(await statusOf('/week/2026-W20?tags=surf')).toEqual([307, '/week?tags=surf'])
    expect((await request('/week')).body).toContain('<title>This week in Ericeira ·')
    const later = (await request('/week/2026-W53')).body
    expect(later).toContain('<title>What’s on in Ericeira: December 28 – January 3, 2027 ·')
    expect(later).toMatch(/<h1[^>]*>What’s on in Ericeira: December 28 – January 3, 2027<\/h1>/)
    const inPortuguese = (await request('/week?lang=pt')).body
    expect(inPortuguese).toContain('<article lang="pt"')
    expect(inPortuguese).not.toContain('2026-06-14')
  })
})

describe('the address of a page', () => {
  it('stays so for a target that names another host as a whole address', async () => {
    const { status, body } = await request(`http://evil.example/events/${id}`)
    expect(status).toBe(200)
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/events/${id}"`)
    expect(body).not.toContain('evil.example')
  })
})

const page = async (target: string, headers: Record<string, string> = {}) => {
  const response = await test.app.inject({ url: target, headers: { host: 'guide.example', ...headers } })
  const { etag = '', vary = '' } = response.headers as Record<string, string>
  return { ...response, etag, vary, text: response.body, bytes: response.rawPayload }
}

describe('a page that others have asked for', () => {
  it('is rendered once, compressed once, and not sent again to who has it', async () => {
    const first = await page('/events')
    const again = await page('/events', { 'accept-encoding': 'br' })
    expect(first.text.length).toBeGreaterThan(10_000)
    expect(brotliDecompressSync(again.bytes).toString()).toBe(first.text)
    expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
    const { statusCode, text } = await page('/events', { 'if-none-match': first.etag })
    expect([statusCode, text]).toEqual([304, ''])
    expect(first.vary).toContain('accept-language, cookie')
  })

  it('is in the language of who asks', async () => {
    const [english, portuguese, chosen] = await Promise.all([
      page('/', { 'accept-language': 'en' }),
      page('/', { 'accept-language': 'pt-PT,pt;q=0.9' }),
      page('/', { 'accept-language': 'en', cookie: 'lang=pt' }),
    ])
    expect(english.text).toContain('<html lang="en"')
    expect(portuguese.text).toContain('<html lang="pt"')
    expect(chosen.text).toBe(portuguese.text)
  })

  it('is nobody else’s when its address carries a token', async () => {
    const { headers, etag } = await page('/reset-password?token=of-one-person')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect((await page('/reset-password?token=of-another')).etag).not.toBe(etag)
  })
})

describe('no request for a page or a file', () => {
  it.each([
    ['/assets/', 404],
    ['/assets/%2e%2e%2f%2e%2e%2fpackage.json', 404],
    ['//[', 404],
    ['//a@b/', 404],
    ['/events/%00', 404],
    [`/events/${'%F0%9F%8F%84'.repeat(100)}`, 404],
    ['/events/..%2f..%2fetc%2fpasswd', 404],
    ['/%zz', 404],
    ['/events/%EF%BF%BF', 404],
    ['/events?tags=a%00b', 200],
    ['/events.ics?tags=%00', 400],
  ])('fails here: %.40s is %i', async (target, status) => {
    expect((await request(target, ['Accept: text/html'])).status).toBe(status)
  })

  it.each([
    ['Range: bytes=99999999-', 416],
    ['Range: bytes=0-3', 206],
    ['If-Match: "another"', 412],
    ['If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT', 412],
  ])('%s is %i', async (header, status) => {
    expect((await request('/sw.js', [header])).status).toBe(status)
  })
})

describe('a page whose events cannot be read', () => {
  it('asks to come back, and is not indexed as an error of ours', async () => {
    const unread = await publish(test)
    await test.db.execute(sql`alter table schedules rename to mislaid`)
    for (const target of ['/', '/events', `/events/${unread}`]) {
      const { status, head } = await request(target, ['Accept: text/html'])
      expect([target, status]).toEqual([target, 503])
      expect(head).toMatch(/^retry-after: 5$/im)
      expect(head).toMatch(/^cache-control: no-store$/im)
    }
    await test.db.execute(sql`alter table mislaid rename to schedules`)
    expect((await request(`/events/${unread}`)).status).toBe(200)
  })
})

describe('an address as mail programs and chats make it', () => {
  it.each([
    ['/events/ID&e=AT0', '/events/ID'],
    ['/EVENTS/ID).?date=2026-12-01', '/events/ID?date=2026-12-01'],
    ['/week/2026-w53/', '/week/2026-W53'],
    ['/)', '/'],
  ])('%s leads to %s', async (target, address) => {
    const { status, head } = await request(target.replace('ID', id))
    expect([status, /^location: (.*?)\r?$/im.exec(head)?.[1]]).toEqual([301, address.replace('ID', id)])
  })
})

describe('an address that leads nowhere', () => {
  const paths =
    '/no-such-page /no-such-page. /events/1/2/3 /promo/x /places/caf%C3 /events/%E0%A4%A /tags/% /backoffice/%'
  it.each(paths.split(' '))('%s says so in its title', async (target) => {
    const { status, body } = await request(target, ['Accept: text/html'])
    expect(status).toBe(404)
    expect(body).toContain('<title>Page Not Found · ')
    expect(body.match(/<title/g)).toHaveLength(1)
  })
})

/** A page as a browser without script reads it. */
async function read(target: string, headers: Record<string, string> = {}) {
  const { statusCode, text } = await page(target, headers)
  const { document } = new Window({ url: ORIGIN + target })
  document.write(text)
  return { status: statusCode, document }
}

const textsOf = (within: Pick<Document, 'querySelectorAll'>, selector: string) =>
  [...within.querySelectorAll(selector)].map(({ textContent }) => textContent)
const hrefsOf = (within: Pick<Document, 'querySelectorAll'>, selector: string) =>
  [...within.querySelectorAll(selector)].map((link) => link.getAttribute('href'))

/** `<meta>` of the head: name or property → content. */
const metaOf = (document: Document) =>
  Object.fromEntries(
    [...document.head.querySelectorAll('meta')].map((meta) => [
      meta.getAttribute('name') ?? meta.getAttribute('property'),
      meta.getAttribute('content'),
    ]),
  )

describe('the pages of the programme, without script', () => {
  it('have the events that the API lists: twelve in the list, with a link to the next, ten on the home page', async () => {
    for (let count = 0; count < 13; count++) await publish(test, { title: `Evening ${count} & more` })
    const { items, has_more } = await listed(test, '?per_page=12')
    expect([items.length, has_more]).toEqual([12, true])
    const list = (await read('/events')).document
    expect(textsOf(list, 'article h3')).toEqual(items.map(({ title }) => title))
    const more = [...list.querySelectorAll('main a')].find(({ textContent }) => textContent === 'Show more')
    const next = (await read(more?.getAttribute('href') ?? '')).document
    expect(textsOf(next, 'article h3')).toEqual(
      (await listed(test, '?per_page=12&page=2')).items.map(({ title }) => title),
    )
    const home = (await read('/')).document
    expect(textsOf(home, '[aria-roledescription=carousel] article h3')).toHaveLength(10)
    const titles = items.map(({ title }) => title)
    expect(textsOf(home, '[data-part=row] h3').slice(0, 2)).toEqual(titles.slice(0, 2))
  })
})

describe('the header and the footer of every page', () => {
  it('lead to pages that are there', async () => {
    const { document } = await read('/privacy')
    const header = hrefsOf(document, 'header a')
    expect(header).toEqual(
      expect.arrayContaining(['/', '/events?filters=true', '/add-event', '/language/pt', '/login']),
    )
    expect(textsOf(document, 'footer h2')).toEqual(['App', 'Legal Information', 'Contact'])
    expect(document.querySelector('footer')?.textContent).toContain('© 2026 Ericeira Events')
    const headings: Record<string, string> = {}
    for (const path of new Set(hrefsOf(document, ':is(header, footer) a'))) {
      if (!path?.startsWith('/') || path.startsWith('/language/')) continue
      const there = await read(path)
      expect([path, there.status]).toEqual([path, 200])
      headings[path] = there.document.querySelector('h1')?.textContent ?? ''
    }
    expect(headings).toMatchObject({
      '/events': 'All Events in Ericeira',
      '/add-event': 'Create New Event',
      '/download': 'Get the app',
      '/contacts': 'Support',
      '/terms': 'Terms of Use',
      '/eula': 'End User License Agreement',
      '/privacy': 'Privacy Policy',
    })
  })
})

describe('a page of an event, without script', () => {
  it('shows everything that is known of it, and vouches for no address that its submitter wrote', async () => {
    const info_links = [
      { type: 'instagram', data: 'https://www.instagram.com/fado.ericeira' },
      { type: 'facebook', data: 'https://facebook.com/fado.ericeira' },
      { type: 'telegram', data: 'https://t.me/fadoericeira' },
      { type: 'whatsapp', data: 'https://wa.me/351912345678' },
      { type: 'web_url', data: 'https://fado.example.com' },
    ] as const
    const event = await publish(test, {
      title: 'Fado <live>',
      description: 'Guitars and fado.\n\nBring a blanket, see https://example.com/blanket.',
      price: 7.5,
      info_url: 'https://tickets.example.com/fado?from=guide',
      info_links: [...info_links],
      tag_keys: ['music', 'food'],
    })
    const { document } = await read(`/events/${event}`)
    expect(document.querySelector('article h1')?.textContent).toBe('Fado <live>')
    expect(textsOf(document, 'article ul[aria-label=Tags] li')).toEqual(['Food', 'Music'])
    const text = document.querySelector('article')?.textContent
    for (const part of [
      'Praia do Sul',
      'Rua da Praia do Sul, Ericeira',
      'Additional Info',
      'Price: €7.50',
      'Follow us:',
      'About this event',
      'Guitars and fado.\n\nBring a blanket',
      'Location',
    ])
      expect(text).toContain(part)
    const links = [...document.querySelectorAll('article a')].map((link) => [
      link.getAttribute('aria-label') ?? link.textContent,
      link.getAttribute('href'),
      link.getAttribute('rel'),
    ])
    const theirs = 'noopener nofollow ugc'
    expect(links).toEqual(
      expect.arrayContaining([
        ['View on Google Maps', expect.stringMatching(/maps.*38\.9583.*-9\.4166/), 'noopener'],
        ['tickets.example.com', 'https://tickets.example.com/fado?from=guide', theirs],
        ['Instagram: www.instagram.com', 'https://www.instagram.com/fado.ericeira', theirs],
        ['Facebook: facebook.com', 'https://facebook.com/fado.ericeira', theirs],
        ['Telegram: t.me', 'https://t.me/fadoericeira', theirs],
        ['WhatsApp: wa.me', 'https://wa.me/351912345678', theirs],
        ['Website: fado.example.com', 'https://fado.example.com/', theirs],
        ['https://example.com/blanket', 'https://example.com/blanket', 'nofollow ugc noopener'],
      ]),
    )
  })

  it('has in its head what link previews and search engines read, with a photo that can be fetched', async () => {
    const photo = (await jpeg()).toString('base64')
    const description = 'A long night of fado. '.repeat(20)
    const event = await publish(test, {
      title: 'Fado & more',
      description,
      photo,
      tag_keys: ['music', 'food'],
    })
    const { document } = await read(`/events/${event}`)
    const url = `${ORIGIN}/events/${event}`
    expect(document.title).toBe('Fado & more · Ericeira Events')
    const meta = metaOf(document)
    expect(meta).not.toHaveProperty('robots')
    expect(meta).toMatchObject({
      'og:title': 'Fado & more',
      'og:description': description.slice(0, 150),
      'og:url': url,
      'twitter:image': meta['og:image'],
    })
    const json = document.querySelector('script[type="application/ld+json"]')?.textContent
    expect(JSON.parse(json ?? '')).toMatchObject({ '@type': 'Event', url, image: [meta['og:image']] })
    const image = await test.app.inject(meta['og:image']?.replace(ORIGIN, '') ?? '')
    expect([image.statusCode, image.headers['content-type']]).toEqual([
      200,
      // Older chat apps show no other.
      'image/jpeg',
    ])
  })

  it.each(['/events/00000000-0000-4000-8000-000000000000', '/events/not-an-id'])(
    'is said to be gone where there is none: %s',
    async (target) => {
      const { status, document } = await read(target)
      expect(status).toBe(404)
      expect(document.querySelector('h1')?.textContent).toBe('Event not found')
      expect(document.querySelector('main')?.textContent).toContain(
        "We couldn't find the event you're looking for.",
      )
      expect(metaOf(document)).toMatchObject({ robots: 'noindex' })
      // The page has nothing to see, but something to do.
      expect(hrefsOf(document, 'main a')[0]).toBe('/events')
    },
  )
})
