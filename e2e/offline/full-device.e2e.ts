import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { PHOTO_CACHE } from '../../src/offline/replica/photo-storage'
import { fillEvent } from '../support/event-form'
import { ORIGIN, expect, settled, test, type Phone } from '../support/fixtures'
import { phonePhoto } from '../support/photos'
import { readStoredOutbox } from '../walk/stored-outbox'

// The browser's own quota, on the device of somebody who has the whole programme. A browser looks at its room again only now and
// then, one that starts looks at once: hence the restarts.

test('a full device gives up its images for what somebody writes, and keeps the programme', async ({
  phone,
}) => {
  const page = await withProgramme(phone)
  // Those of the demonstration are small: as many as a device keeps of a real programme.
  await page.evaluate(storeImages, PHOTO_CACHE)
  // The room is too small for a photo. A browser that starts packs its databases, which may make room for one: it is counted after that.
  const packed = await phone.restart({ offline: true })
  await packed.goto('/add-event')
  const full = await startFull(phone, (await usage(packed)) + 100_000)
  const title = `Makes room ${randomUUID()}`
  await writeWithPhoto(full, title)
  await expect(waiting(full)).toBeVisible()
  // There is no network, so an attempt to send the entry leaves it waiting again.
  await expect
    .poll(async () => (await readStoredOutbox(full)).entries)
    .toMatchObject([{ hasPhoto: true, state: 'queued' }])
  expect(await imagesOn(full)).toBe(0)
  await full.goto('/events')
  await expect(full.getByRole('main').getByRole('article').first()).toBeVisible()
})

test('a device with no room at all: the form says so and keeps everything; with room again it is saved', async ({
  phone,
}) => {
  await withProgramme(phone)
  const full = await startFull(phone, 1)
  const title = `No room ${randomUUID()}`
  await writeWithPhoto(full, title)
  await expect(full.getByText('This device has no space left to save this.').first()).toBeVisible()
  await expect(full.getByLabel('Title', { exact: true })).toHaveValue(title)
  await expect(full.getByAltText('Preview of your photo')).toBeVisible()
  expect((await readStoredOutbox(full)).entries).toEqual([])

  await setQuota(full, undefined)
  await expect(async () => {
    await full.getByRole('button', { name: 'Create Event' }).click()
    await expect(waiting(full)).toBeVisible({ timeout: 3000 })
  }).toPass()
  expect((await readStoredOutbox(full)).entries).toMatchObject([{ text: title, hasPhoto: true }])
})

/** The link that is there only once the entry is stored. */
const waiting = (page: Page) => page.getByRole('link', { name: 'See what’s waiting to be sent' }).first()

/** A phone that has everything upcoming, with images. */
async function withProgramme(phone: Phone): Promise<Page> {
  const page = await phone.page()
  await page.goto('/events')
  await settled(page)
  await page.goto('/add-event')
  await settled(page)
  return page
}

/** The phone as it starts with so much room, bytes, and no network. */
async function startFull(phone: Phone, bytes: number): Promise<Page> {
  const page = await phone.restart({ offline: true })
  await setQuota(page, bytes)
  await page.goto('/add-event')
  return page
}

/** The room of this origin as long as the session lasts, bytes; undefined: what the disk has. */
async function setQuota(page: Page, bytes: number | undefined): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', {
    origin: ORIGIN,
    ...(bytes === undefined ? {} : { quotaSize: bytes }),
  })
}

async function writeWithPhoto(page: Page, title: string): Promise<void> {
  const buffer = await phonePhoto()
  await fillEvent(page, { title, photo: { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer } })
  await page.getByRole('button', { name: 'Create Event' }).click()
}

function imagesOn(page: Page): Promise<number> {
  return page.evaluate(async (name) => (await (await caches.open(name)).keys()).length, PHOTO_CACHE)
}

function usage(page: Page): Promise<number> {
  return page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
}

/* oxlint-disable unicorn/consistent-function-scoping -- the function is sent to the page, which has nothing of this file */
/** Runs in the page: 8 MB. */
async function storeImages(name: string): Promise<void> {
  const cache = await caches.open(name)
  const image = new Uint8Array(200_000)
  for (let index = 0; index < 40; index++) {
    crypto.getRandomValues(image.subarray(0, 65_536))
    await cache.put(`/photos/many-${index}.jpg`, new Response(image))
  }
}
