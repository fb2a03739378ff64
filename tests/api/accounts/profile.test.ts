import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, call, review, submit } from '@tests/support/server/calls'
import { TEST_NOW, buildTestApp, type SignedIn, type TestApp } from '@tests/support/server/app'
import { jpeg } from '@tests/support/server/images'
import { submission } from '@tests/support/server/submissions'
import { mailedToken } from '@tests/support/server/links-in-mails'
import type { Session } from '@/contract/accounts/auth'
import { devices, notifications, users } from '@/server/platform/database/schema'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const OTHER_PASSWORD = 'coxos-ao-amanhecer'

const get = (path: string, token: string) => call(test, 'GET', path, { token })
const put = (path: string, token: string, body: object) => call(test, 'PUT', path, { token, body })
const login = (email: string, password: string) =>
  call(test, 'POST', '/auth/login', { body: { email, password } })
const changePassword = (token: string, oldPassword: string, newPassword = OTHER_PASSWORD) =>
  put('/profile/password', token, { old_password: oldPassword, new_password: newPassword })
const fieldsOf = async (response: ReturnType<typeof call>) =>
  (await response).error?.fields?.map(({ path, code }) => `${path}: ${code}`)

describe('the profile', () => {
  it('is the caller’s own', async () => {
    const { id, email, token } = await test.signIn()
    expect((await get('/profile/me', token)).data).toEqual({
      id,
      email,
      name: 'Maria Silva',
      role: 'USER',
      created_at: expect.any(Number),
      updated_at: expect.any(Number),
      isAppleConnected: false,
      isGoogleConnected: false,
      hasPassword: true,
    })
  })

  it('takes another name, without the blanks around it, and nothing else', async () => {
    const { email, token } = await test.signIn()
    const response = await put('/profile/me', token, { name: '  Maria do Mar ' })
    expect(response.data).toMatchObject({ name: 'Maria do Mar', email })
    expect((await get('/profile/me', token)).data).toEqual(response.data)
    expect(await fieldsOf(put('/profile/me', token, { name: ' ab ' }))).toEqual(['name: name_too_short'])
    const asAdministrator = await put('/profile/me', token, { name: 'Maria', role: 'ADMIN' })
    expect(asAdministrator.data).toMatchObject({ name: 'Maria', role: 'USER' })
  })
})

describe('changing the password', () => {
  it('ends every session, also a thief’s copy of this one, and opens a new one', async () => {
    const { email, password, token, refreshToken } = await test.signIn()
    const other = (await login(email, password)).data as Session
    const response = await changePassword(token, password)
    expect(response.status).toBe(200)
    const { session } = response.data as { session: Session }
    const refresh = async (refresh_token: string) =>
      (await call(test, 'POST', '/auth/refresh', { body: { refresh_token } })).status
    for (const access of [token, other.access_token.token])
      expect((await get('/profile/me', access)).status).toBe(401)
    for (const ended of [refreshToken, other.refresh_token.token]) expect(await refresh(ended)).toBe(401)
    expect((await get('/profile/me', session.access_token.token)).data).toMatchObject({ email })
    expect(await refresh(session.refresh_token.token)).toBe(200)
    expect((await login(email, password)).status).toBe(401)
    expect((await login(email, OTHER_PASSWORD)).status).toBe(200)
  })

  it('says which field is wrong', async () => {
    const { email, token, password } = await test.signIn()
    expect(await fieldsOf(changePassword(token, 'not the old one'))).toEqual(['old_password: password_wrong'])
    expect(await fieldsOf(changePassword(token, password, '12345678'))).toEqual([
      'new_password: password_too_common',
    ])
    expect(await fieldsOf(changePassword(token, password, 'short'))).toEqual([
      'new_password: new_password_too_short',
    ])
    expect((await changePassword(token, password, 'short')).error?.fields).toMatchObject([
      { message: 'New password must be at least 8 characters long' },
    ])
    expect((await login(email, password)).status).toBe(200)
  })

  it('is done by one of two requests that know the same old one', async () => {
    const { email, token, password } = await test.signIn()
    const wishes = ['first-of-two-1', 'second-of-two-2']
    const responses = await Promise.all(wishes.map((wish) => changePassword(token, password, wish)))
    const statuses = responses.map(({ status }) => status)
    // The other has the wrong old password by then, or, when it comes later still, a token that has ended.
    expect([
      [200, 401],
      [200, 422],
    ]).toContainEqual(statuses.toSorted())
    const signedIn = await Promise.all(wishes.map((wish) => login(email, wish)))
    expect(signedIn.map(({ status }) => status === 200)).toEqual(statuses.map((status) => status === 200))
  })

  it('makes links useless that could still reset it', async () => {
    const { email, password, token } = await test.signIn()
    await call(test, 'POST', '/user/password/reset', { body: { email } })
    const link = await mailedToken(test, email, 'reset')
    await changePassword(token, password)
    const body = { token: link }
    const response = await call(test, 'POST', '/user/password/reset/validate-token', { body })
    expect(response.data).toEqual({ valid: false })
  })

  it('needs a reset by mail where there is no password yet', async () => {
    const { id, token } = await test.signIn()
    await test.db.update(users).set({ passwordHash: null }).where(eq(users.id, id))
    expect(await fieldsOf(changePassword(token, 'anything at all'))).toEqual(['old_password: password_wrong'])
  })
})

describe('GET /my-events', () => {
  it('lists the caller’s submissions in any status, the newest first, ten a page', async () => {
    const owner = await test.signIn()
    const ids: string[] = []
    for (let number = 0; number < 11; number += 1) {
      ids.unshift(await submit(test, { title: `Number ${number}` }, { token: owner.token }))
      test.clock.advance({ minutes: 1 })
    }
    await review(test, ids[0] ?? '', { action: 'approve' })
    await review(test, ids[1] ?? '', { action: 'reject', reason: 'Too far away' })
    await submit(test, { title: 'Of somebody else' })
    const { token } = owner
    const first = (await get('/my-events', token)).data as Page
    const second = (await get('/my-events?page=2', token)).data as Page
    test.clock.set(TEST_NOW)
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids)
    expect([first.items.length, first.has_more, second.has_more]).toEqual([10, true, false])
    expect(first.items.slice(0, 3).map(({ status, review_reason }) => [status, review_reason])).toEqual([
      ['PUBLISHED', undefined],
      ['REJECTED', 'Too far away'],
      ['ON_REVIEW', undefined],
    ])
    expect(second.items[0]).toEqual({
      id: ids[10],
      title: 'Number 0',
      location_name: 'Praia do Sul - Rua da Praia do Sul, Ericeira',
      status: 'ON_REVIEW',
      created_at: at(TEST_NOW),
    })
  })
})

describe('GET /my-events/{id}', () => {
  it('is what its submitter wrote', async () => {
    const { token } = await test.signIn()
    const price = { price: 0, is_donation: true }
    const photo = (await jpeg()).toString('base64')
    const written = submission({ ...price, email: 'Work@Example.com', photo })
    const id = await submit(test, written, { token })
    const { photo: _photo, tag_keys: _tags, ...fields } = written
    expect((await get(`/my-events/${id}`, token)).data).toEqual({
      ...fields,
      id,
      status: 'ON_REVIEW',
      has_photo: true,
      tags: [{ id: expect.any(String), key: 'music', name: 'Music' }],
      created_at: at(TEST_NOW),
      updated_at: at(TEST_NOW),
    })
  })
})

const setDevice = async (person: SignedIn, deviceId: string, deviceToken: string) => {
  const body = { device_id: deviceId, device_token: deviceToken }
  const response = await call(test, 'POST', '/user/set-apple-device', { token: person.token, body })
  expect(response).toMatchObject({ status: 200, data: {} })
  return test.db.select().from(devices).where(eq(devices.deviceId, deviceId))
}

describe('POST /user/set-apple-device', () => {
  it('stores one row a device, and updates it in place', async () => {
    const deviceId = randomUUID()
    const person = await test.signIn()
    const [made] = await setDevice(person, deviceId, `${deviceId} 1`)
    expect(made).toMatchObject({ deviceToken: `${deviceId} 1`, userId: person.id })
    test.clock.advance({ minutes: 5 })
    expect(await setDevice(person, deviceId, `${deviceId} 2`)).toEqual([
      { ...made, deviceToken: `${deviceId} 2`, updatedAt: new Date(test.clock.nowMs()) },
    ])
  })

  it('moves a phone to the account that is signed in on it now', async () => {
    const deviceId = randomUUID()
    const [first, second] = [await test.signIn(), await test.signIn()]
    const [made] = await setDevice(first, deviceId, `${deviceId} same`)
    await test.db
      .insert(notifications)
      .values({ id: deviceId, userId: first.id, deviceId: made?.id, title: 'A', body: 'B' })
    expect(await setDevice(second, deviceId, `${deviceId} same`)).toMatchObject([{ userId: second.id }])
    // The notifications of the first account stay its own, and go to no device.
    expect(await test.db.select().from(notifications).where(eq(notifications.id, deviceId))).toMatchObject([
      { userId: first.id, deviceId: null },
    ])
  })

  it('keeps the twenty devices of an account that were used last', async () => {
    const person = await test.signIn()
    for (let number = 0; number < 22; number += 1) {
      test.clock.advance({ seconds: 1 })
      await setDevice(person, `${person.id} ${number}`, `${person.id} token ${number}`)
      // The first is in use all the time.
      test.clock.advance({ seconds: 1 })
      await setDevice(person, `${person.id} 0`, `${person.id} token 0`)
    }
    const left = await test.db.select().from(devices).where(eq(devices.userId, person.id))
    expect(left.map(({ deviceId }) => Number(deviceId.split(' ')[1])).toSorted((a, b) => a - b)).toEqual([
      0,
      ...Array.from({ length: 19 }, (_, index) => index + 3),
    ])
  })
})

interface Page {
  items: { id: string; status: string; review_reason?: string }[]
  has_more: boolean
}
