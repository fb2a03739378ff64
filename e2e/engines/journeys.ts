import { expect } from '@playwright/test'
import { asAdmin, countStoredEvents } from '../support/fixtures'
import { photoOf, publishEvent } from '../support/published-event'
import type { TestServer } from '../support/test-server'
import { PHOTO_CACHE } from '../../src/offline/replica/photo-storage'
import { button, field, type EngineBrowser } from './engine-browser'
import { test } from './fixtures'

/* oxlint-disable unicorn/consistent-function-scoping -- the functions are sent to the page, which has nothing of this file */

test('the programme and an event with its image are read without a network after one visit, by a browser that was started anew', async ({
  app,
  network,
  server,
  engine,
}) => {
  const title = `Pictured in ${engine}`
  await publishEvent({ title, photo: await photoOf(800, 600) }, server)
  await visit(app)
  await expect.poll(() => app.run(countCachedImages, PHOTO_CACHE)).toBeGreaterThan(0)
  network.setCut(true)
  await app.restart()
  await app.open(`/events?q=${encodeURIComponent(title)}`)
  await expect.poll(() => app.run(hasPicture, 'article')).toBe(true)
  await expect(async () => expect(await textOf(app)).toMatch(/Saved (just now|\d+ (min|h))/)).toPass()
  await app.click('//article//a')
  // WebKit's driver throws while a page makes way for the next.
  await expect(async () => {
    expect(await app.run(() => document.querySelector('h1')?.textContent)).toBe(title)
    expect(await app.run(hasPicture, 'main')).toBe(true)
  }).toPass({ timeout: 45_000 })
})

test('what is submitted without a network waits in a browser that was closed, and arrives once', async ({
  app,
  network,
  server,
  engine,
}) => {
  const title = `Written without a network in ${engine}`
  await visit(app)
  network.setCut(true)
  await app.open('/add-event')
  await fillEvent(app, title)
  await app.click(button('Create Event'))
  await shows(app, 'Saved on this device')
  await app.restart()
  await app.open('/outbox')
  await shows(app, title)
  expect(await arrivedWith(server, title)).toBe(0)
  network.setCut(false)
  await expect.poll(() => arrivedWith(server, title), { timeout: 20_000 }).toBe(1)
  await shows(app, 'Sent ')
  await app.restart()
  await app.open('/outbox')
  await shows(app, 'Sent ')
  expect(await arrivedWith(server, title)).toBe(1)
})

/** Opens the list, and waits until from now on no network is needed. */
async function visit(app: EngineBrowser): Promise<void> {
  await app.open('/events')
  await app.run(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect
    .poll(() => app.run(countStoredEvents), { message: 'events in the replica' })
    .toBeGreaterThan(50)
}

async function fillEvent(app: EngineBrowser, title: string): Promise<void> {
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  await expect
    .poll(() => app.run(() => document.querySelector('form:not([inert] *) #event-title') !== null))
    .toBe(true)
  await app.type(field('Contact email'), 'ana@example.pt')
  await app.type(field('Title'), title)
  await app.type(field('Description'), 'Guitars and fado while the sun goes down over the sea.')
  await app.type(field('Location'), 'Praia do Sul')
  await app.press('Escape')
  await app.type(field('Tags'), 'mus')
  await expect.poll(() => app.run(highlightedOption)).toContain('Music')
  await app.press('Enter')
  await app.press('Escape')
  for (const label of ['Start date', 'End date']) await app.run(setDate, label, day)
}

const textOf = (app: EngineBrowser) => app.run(() => document.body.innerText)

async function shows(app: EngineBrowser, text: string): Promise<void> {
  await expect.poll(() => textOf(app), { message: text }).toContain(text)
}

async function arrivedWith({ origin }: TestServer, title: string): Promise<number> {
  const { items } = (await asAdmin('/backoffice/events?per_page=100', { origin })) as {
    items: { title: string }[]
  }
  return items.filter((event) => event.title === title).length
}

/** Runs in the page. Engines have pickers of their own for a date, and none of them is typed into the same way. */
function setDate(name: string, day: string): void {
  const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === name)
  const input = label?.control
  if (!(input instanceof HTMLInputElement)) throw new Error(`There is no field ${name}`)
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, day)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Runs in the page. */
function highlightedOption(): string | undefined {
  return document.querySelector('[role=option][data-highlighted]')?.textContent
}

/** Runs in the page. */
function hasPicture(within: string): boolean {
  const images = document.querySelectorAll<HTMLImageElement>(`${within} img`)
  return [...images].some(({ naturalWidth }) => naturalWidth > 0)
}

/** Runs in the page: images that the worker has stored. */
async function countCachedImages(cacheName: string): Promise<number> {
  const cache = await caches.open(cacheName)
  return (await cache.keys()).length
}
