import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin, inBackOffice, syncProgramme } from '@tests/support/server/back-office'
import { call, listed, publish, review, submit } from '@tests/support/server/calls'
import { jpeg } from '@tests/support/server/images'
import type { PublicEvent } from '@/contract/events/events'
import { PHOTO_VARIANTS, photoVariant } from '@/domain/events/event'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

type Headers = Record<string, string>

const get = (url: string, headers: Headers = {}, method: 'GET' | 'HEAD' = 'GET') => {
  const { pathname, search } = new URL(url)
  return test.app.inject({ method, url: pathname + search, headers })
}
const status = async (url: string) => (await get(url)).statusCode
/** The address that everyone would use. */
const plain = (url: string) => url.replace(/\?.*$/, '')

/** Every call gives the photo in another colour, and so under another name. */
let colour = 0x10_0000
async function photo(): Promise<string> {
  colour += 0x010_203
  return (await jpeg(`#${colour.toString(16)}`)).toString('base64')
}

async function signedAddress(id: string): Promise<string> {
  return (await inBackOffice(test, id)).photo ?? ''
}

describe('the photo of an event on review', () => {
  it('is sent to administrators by a signed address, every picture of it, to nobody by the plain one, and stored nowhere', async () => {
    const id = await submit(test, { photo: await photo() })
    const event = await inBackOffice(test, id)
    expect(event.thumbnail).toMatch(/-400\.webp\?expires=\d+&signature=[\w-]{43}$/)
    for (const variant of PHOTO_VARIANTS) {
      const refused = await get(photoVariant(plain(event.photo ?? ''), variant))
      expect([refused.statusCode, refused.headers['cache-control']]).toEqual([404, 'private, no-store'])
      const response = await get(photoVariant(event.photo ?? '', variant))
      expect(response.statusCode).toBe(200)
      expect(response.headers).toMatchObject({
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      })
    }
    const [listedFirst] = ((await byAdmin(test, 'GET', '/events')).data as { items: PublicEvent[] }).items
    expect(await status(listedFirst?.photo ?? '')).toBe(200)
  })

  it('is sent to its owner by a signed address, and no other person gets one', async () => {
    const owner = await test.signIn()
    const id = await submit(test, { photo: await photo() }, { token: owner.token })
    const own = (await call(test, 'GET', `/events/${id}`, { token: owner.token })).data as PublicEvent
    expect(await status(own.photo ?? '')).toBe(200)
    expect(await status(plain(own.photo ?? ''))).toBe(404)
    const other = await test.signIn()
    expect((await call(test, 'GET', `/events/${id}`, { token: other.token })).status).toBe(404)
  })

  it('is sent for some minutes by an address, and by no forged one', async () => {
    const one = await signedAddress(await submit(test, { photo: await photo() }))
    const other = await signedAddress(await submit(test, { photo: await photo() }))
    expect(await status(plain(one) + new URL(other).search)).toBe(404)
    expect(await status(one.replace(/expires=\d+/, 'expires=9999999999'))).toBe(404)
    expect(await status(`${one}&signature=x`)).toBe(404)
    test.clock.advance({ minutes: 10 })
    expect(await status(one)).toBe(200)
    test.clock.advance({ minutes: 5 })
    expect(await status(one)).toBe(404)
  })
})

describe('the photo of a published event', () => {
  it('is sent to everyone, for ever, and under a plain address wherever the event is read', async () => {
    const token = (await test.signIn()).token
    const id = await submit(test, { photo: await photo() }, { token })
    const before = plain(await signedAddress(id))
    expect(await status(before)).toBe(404)
    await review(test, id, { action: 'approve' })
    const own = (await call(test, 'GET', `/events/${id}`, { token })).data as PublicEvent
    const replicated = (await syncProgramme(test)).items.find((item) => item.id === id)
    const shown = (await listed(test, '?per_page=100')).items.find((item) => item.id === id)
    for (const event of [own, replicated, shown, await inBackOffice(test, id)])
      expect(event?.photo).toBe(before)
    expect((await get(before)).headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'content-type': 'image/jpeg',
    })
  })

  it('that another event shows too goes with the last that is published', async () => {
    const same = await photo()
    const published = await publish(test, { photo: same })
    const onReview = await submit(test, { photo: same })
    const address = await signedAddress(published)
    expect(plain(await signedAddress(onReview))).toBe(address)
    expect(await status(address)).toBe(200)
    await byAdmin(test, 'DELETE', `/events/${published}`)
    // Its files are still there, for the event on review.
    expect(await status(address)).toBe(404)
    expect(await status(await signedAddress(onReview))).toBe(200)
    await review(test, onReview, { action: 'approve' })
    expect(await status(address)).toBe(200)
  })
})

it('the photo of a rejected event is withdrawn, also by a batch, and its owner still sees it', async () => {
  const owner = await test.signIn()
  const ids = await Promise.all(
    [await photo(), await photo()].map((one) => submit(test, { photo: one }, { token: owner.token })),
  )
  const [alone = '', inBatch = ''] = ids
  await review(test, alone, { action: 'reject' })
  await byAdmin(test, 'POST', '/events/review/batch', { action: 'reject', event_ids: [inBatch] })
  for (const id of ids) {
    const own = (await call(test, 'GET', `/events/${id}`, { token: owner.token })).data as PublicEvent
    expect(await status(plain(own.photo ?? ''))).toBe(404)
    expect(await status(own.photo ?? '')).toBe(200)
  }
})

it('what another server published or deleted is known here in seconds', async () => {
  const id = await submit(test, { photo: await photo() })
  const address = plain(await signedAddress(id))
  expect(await status(address)).toBe(404)
  const change = (to: string) => test.db.execute(`update events set status = '${to}' where id = '${id}'`)
  await change('PUBLISHED')
  test.clock.advance({ seconds: 2 })
  expect(await status(address)).toBe(200)
  await change('REJECTED')
  test.clock.advance({ seconds: 16 })
  expect(await status(address)).toBe(404)
})
