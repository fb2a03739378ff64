import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin, edit, inBackOffice, syncProgramme } from '@tests/support/server/back-office'
import { publish } from '@tests/support/server/calls'
import { jpeg, png } from '@tests/support/server/images'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const base64 = (image: Buffer) => image.toString('base64')
const withPhoto = async (color: string) => publish(test, { photo: base64(await jpeg(color)) })
const photoOf = (event: unknown) => (event as BackOfficeEvent).photo
/** Whether the image can still be fetched. */
const status = async (url: string | undefined) =>
  (await test.app.inject({ url: new URL(url ?? 'http://none').pathname })).statusCode

const HOT_SPOT = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#103050"/><circle cx="560" cy="80" r="40" fill="#fc3"/></svg>`

describe('what crops keep in sight of a photo, and its colour', () => {
  it('are found by the server, stay through an edit, follow another photo and go with it', async () => {
    const spotted = base64(await sharp(Buffer.from(HOT_SPOT)).png().toBuffer())
    const id = await publish(test, { photo: spotted })
    const shown = await inBackOffice(test, id)
    expect(shown.photo_color).toBe('#103050')
    expect(shown.photo_focus?.x).toBeGreaterThan(75)
    expect(shown.photo_focus?.y).toBeLessThan(30)
    const inProgramme = (await syncProgramme(test)).items.find((event) => event.id === id)
    expect(inProgramme).toMatchObject({ photo_color: '#103050', photo_focus: shown.photo_focus })

    const kept = await edit(test, id, { title: 'With its photo' })
    expect(kept.data).toMatchObject({ photo_color: '#103050', photo_focus: shown.photo_focus })
    const replaced = await edit(test, id, { photo: base64(await png('#554433')) })
    expect(replaced.data).toMatchObject({ photo_color: '#554433' })
    const removed = await edit(test, id, { photo: null })
    expect(removed.data).not.toHaveProperty('photo_color')
    expect(removed.data).not.toHaveProperty('photo_focus')
  })
})

describe('the photo of an event that is edited', () => {
  it('is replaced by another, also in replicas, and the old one is gone', async () => {
    const id = await withPhoto('#334455')
    const old = photoOf(await inBackOffice(test, id))
    const { cursor } = await syncProgramme(test)
    const response = await edit(test, id, {
      photo: `data:image/png;base64,${base64(await png('#554433'))}`,
    })
    const fresh = photoOf(response.data)
    expect(fresh).not.toBe(old)
    expect([await status(fresh), await status(old)]).toEqual([200, 404])
    expect((await syncProgramme(test, cursor)).items[0]?.photo).toBe(fresh)
  })

  it('is gone with its event', async () => {
    const id = await withPhoto('#778899')
    const batch = [id, await withPhoto('#8899aa')]
    const photos = await Promise.all(batch.map(async (one) => photoOf(await inBackOffice(test, one))))
    await byAdmin(test, 'POST', '/events/delete/batch', { event_ids: batch })
    expect(await Promise.all(photos.map(status))).toEqual([404, 404])
  })
})
