import { randomUUID } from 'node:crypto'

import { readdir, rm, utimes } from 'node:fs/promises'

import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { events } from '@/server/platform/database/schema'
import { buildTestApp, type TestApp } from '@tests/support/server/app'

import { call, sha256Of, upload } from '@tests/support/server/calls'
import { jpeg } from '@tests/support/server/images'
import { submission } from '@tests/support/server/submissions'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const put = (photo: Buffer, options: { sha256?: string; key?: string; type?: string } = {}) =>
  call(test, 'PUT', `/uploads/${options.sha256 ?? sha256Of(photo)}`, {
    body: photo,
    key: options.key ?? randomUUID(),
    ...(options.type === undefined ? {} : { headers: { 'content-type': options.type } }),
  })
const submitNaming = (photo: object, key = randomUUID(), title = 'With an upload') =>
  call(test, 'POST', '/events', { key, body: submission({ title, photo: photo as { upload: string } }) })
const waiting = () => readdir(join(test.dataDir, 'uploads'))
const photoOf = async (title: string) => {
  const [row] = await test.db.select().from(events).where(eq(events.title, title))
  return row?.photo
}

describe('a photo that was uploaded', () => {
  it('is the photo of the submission that names it', async () => {
    const key = randomUUID()
    const named = await upload(test, await jpeg('#101112', 320, 200), { key })
    expect(await waiting()).toEqual([`${named.upload}-${key}`])
    expect((await submitNaming(named, key, 'Named once')).status).toBe(201)
    expect(await photoOf('Named once')).toMatchObject({ width: 320, height: 200 })
  })

  it('is missing to everybody but its sender, who still has it', async () => {
    const key = randomUUID()
    const owner = await test.signIn()
    const [byKey, byAccount] = [await jpeg('#343536'), await jpeg('#373839')]
    await upload(test, byKey, { key })
    await upload(test, byAccount, { token: owner.token })
    const stranger = await test.signIn()
    for (const photo of [byKey, byAccount])
      for (const token of [undefined, stranger.token]) {
        const body = submission({ photo: { upload: sha256Of(photo) } })
        const response = await call(test, 'POST', '/events', {
          key: randomUUID(),
          body,
          ...(token && { token }),
        })
        expect([response.status, response.error?.code]).toEqual([409, 'UPLOAD_MISSING'])
      }
    expect((await submitNaming({ upload: sha256Of(byKey) }, key)).status).toBe(201)
    const body = submission({ photo: { upload: sha256Of(byAccount) } })
    expect((await call(test, 'POST', '/events', { token: owner.token, body })).status).toBe(201)
  })

  it('tells nobody that it is there: nine bytes under its hash are refused, and it stays', async () => {
    const photo = await jpeg('#3a3b3c')
    const key = randomUUID()
    await upload(test, photo, { key })
    for (const sender of [key, randomUUID()]) {
      const guess = await put(photo.subarray(0, 9), { sha256: sha256Of(photo), key: sender })
      expect(guess.error?.fields).toMatchObject([{ path: 'photo', code: 'photo_broken' }])
    }
    expect((await submitNaming({ upload: sha256Of(photo) }, key)).status).toBe(201)
  })

  it('has the same fingerprint as its base64, under the same key', async () => {
    const photo = await jpeg('#1c1d1e')
    const [one, other] = [randomUUID(), randomUUID()]
    const asText = (key: string) =>
      call(test, 'POST', '/events', {
        key,
        body: submission({ title: 'Both ways', photo: photo.toString('base64') }),
      })
    const first = await submitNaming(await upload(test, photo, { key: one }), one, 'Both ways')
    expect((await asText(one)).data).toEqual(first.data)
    const text = await asText(other)
    expect((await submitNaming({ upload: sha256Of(photo) }, other, 'Both ways')).data).toEqual(text.data)
  })

  it('is swept after a day', async () => {
    for (const name of await waiting()) await rm(join(test.dataDir, 'uploads', name))
    const [early, late] = [randomUUID(), randomUUID()]
    await put(await jpeg('#222324'), { key: early })
    await put(await jpeg('#252627'), { key: late })
    const agedHours = async (key: string, hours: number) => {
      const name = (await waiting()).find((file) => file.endsWith(key)) ?? ''
      const then = test.clock.nowMs() / 1000 - hours * 3600
      await utimes(join(test.dataDir, 'uploads', name), then, then)
    }
    await agedHours(early, 25)
    await agedHours(late, 23)
    await test.maintenance.run()
    expect((await waiting()).map((file) => file.slice(-36))).toEqual([late])
  })
})

describe('bytes that are no upload', () => {
  it('are refused when they are not what they are called', async () => {
    const before = await waiting()
    const other = await put(await jpeg('#2b2c2d'), { sha256: sha256Of(await jpeg('#2e2f30')) })
    expect(other.error).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ path: 'photo' }] })
    expect(await waiting()).toEqual(before)
  })

  it('are refused when they are no photo: this is no place to leave files', async () => {
    const zip = Buffer.from('PK\u0003\u0004 and so on')
    expect((await put(zip)).error?.fields).toMatchObject([{ path: 'photo', code: 'photo_wrong_kind' }])
    expect((await put(Buffer.alloc(0))).status).toBeGreaterThanOrEqual(400)
    expect((await put(await jpeg(), { type: 'application/json' })).error?.code).toBe('UNSUPPORTED_MEDIA_TYPE')
    expect((await put(await jpeg(), { sha256: 'no-hash-at-all' })).status).toBe(404)
  })

  it('are refused above 10 MB', async () => {
    const large = Buffer.concat([await jpeg(), Buffer.alloc(10 * 1024 * 1024)])
    expect((await put(large)).error?.code).toBe('PAYLOAD_TOO_LARGE')
  })
})
