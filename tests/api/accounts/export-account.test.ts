import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp, type TestApp } from '@tests/support/server/app'
import { call, publish, review, submit } from '@tests/support/server/calls'
import { exportedBy, readExport } from '@tests/support/server/export'
import { jpeg } from '@tests/support/server/images'
import { exportOf, type Person } from '@/server/platform/database/accounts/person-data'
import { pushSubscriptions, reminders, secondFactors } from '@/server/platform/database/schema'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const MADE = new Date(TEST_NOW).toISOString().replace('.000Z', '+00:00')

const write = (email: string, message: string) =>
  call(test, 'POST', '/contact-form', {
    key: randomUUID(),
    body: { first_name: 'Ana', last_name: 'Ondas', email, topic: 'Other', message },
  })

/** The export as the team makes it; without photos. */
async function exportOfPerson(person: Person) {
  const photos = { open: () => Promise.resolve(undefined) }
  return readExport(await buffer(exportOf({ db: test.db, photos, now: new Date(TEST_NOW) }, person)))
}

/** A browser of the account that is reminded of a date; resolves with the event. */
async function remind(userId: string): Promise<string> {
  const eventId = await publish(test)
  const id = randomUUID()
  const browser = {
    p256dh: 'key of the browser',
    auth: 'secret of the browser',
    createdAt: new Date(TEST_NOW),
  }
  await test.db
    .insert(pushSubscriptions)
    .values({ id, endpoint: `https://push.example/${userId}`, userId, ...browser })
  const told = { place: { slug: '', latitude: 0, longitude: 0 } }
  await test.db.insert(reminders).values({
    subscriptionId: id,
    eventId,
    day: '2026-06-20',
    told,
    changeSeq: 0,
    kinds: ['evening'],
    pending: ['evening'],
  })
  return eventId
}

describe('the export of an account', () => {
  it('has everything that is stored about a person, and their photos', async () => {
    const { id, email, token } = await test.signIn()
    const photo = (await jpeg()).toString('base64')
    const first = await submit(test, { email: 'work@example.com', photo }, { token })
    const device = { device_id: 'phone', device_token: `token of ${id}` }
    await call(test, 'POST', '/user/set-apple-device', { token, body: device })
    await review(test, first, { action: 'reject', reason: 'Too far away' })
    const visitors = await submit(test, { title: 'Before the account', email: email.toUpperCase() })
    await write(email.toUpperCase(), 'Where can I park?')
    const reminded = await remind(id)

    const { data, photos } = await exportedBy(test, token)
    expect(data).toMatchObject({
      account: { id, email, role: 'USER', has_password: true },
      sessions: [{ method: 'password', revoked_at: null }],
      proposed_changes: [],
      devices: [{ device_id: 'phone' }],
      notifications: [{ title: 'Your event was not published', created_at: MADE }],
      support_messages: [{ first_name: 'Ana', email: email.toUpperCase(), message: 'Where can I park?' }],
      mails: expect.arrayContaining([expect.objectContaining({ kind: 'support-message' })]) as unknown,
      push_subscriptions: [
        { reminders: [{ event_id: reminded, day: '2026-06-20', kinds: ['evening'] }], events: [] },
      ],
      week_mail: null,
      activities: [],
      changes_by_others: [],
    })
    const events = data['events'] as { id: string }[]
    expect(events.map((event) => event.id).toSorted()).toEqual([first, visitors].toSorted())
    expect(events.find((event) => event.id === first)).toMatchObject({
      email: 'work@example.com',
      status: 'REJECTED',
      review_reason: 'Too far away',
      photo: `photos/${first}.jpg`,
      tags: ['music'],
    })
    expect(Object.keys(photos)).toEqual([`photos/${first}.jpg`])
    expect(await sharp(photos[`photos/${first}.jpg`]).metadata()).toMatchObject({ format: 'jpeg' })
  })

  it('has nothing of anybody else, and no secret', async () => {
    const [ana, rui] = [await test.signIn(), await test.signIn({ role: 'ADMIN' })]
    const shared = await submit(test, { title: 'Of Rui', email: ana.email }, { token: rui.token })
    await write(rui.email, 'A message of Rui')
    const ofRui = await remind(rui.id)
    const device = { device_id: 'phone', device_token: 'token of the phone' }
    await call(test, 'POST', '/user/set-apple-device', { token: rui.token, body: device })
    const createdAt = new Date(TEST_NOW)
    await test.db.insert(secondFactors).values({
      userId: rui.id,
      salt: 'secret of the app',
      recoveryHashes: ['hash of one'],
      createdAt,
      confirmedAt: createdAt,
    })

    const ofAna = await exportedBy(test, ana.token)
    for (const ofOthers of ['Rui', rui.email, rui.id, ofRui]) expect(ofAna.text).not.toContain(ofOthers)
    expect(ofAna.data).toMatchObject({ events: [], contact_of_events: [shared], second_factor: null })
    const own = await exportedBy(test, rui.token)
    expect(own.data).toMatchObject({ second_factor: { since: MADE, recovery_codes_left: 1 } })
    const secrets = [
      'argon2',
      ' of the browser',
      'token of',
      'secret of',
      'hash of',
      rui.token,
      rui.refreshToken,
    ]
    for (const secret of secrets) expect(own.text).not.toContain(secret)
  })

  it('is made for an address without an account, too', async () => {
    const email = 'no-account@example.com'
    const event = await submit(test, { email })
    await write(email, 'Hello')
    expect((await exportOfPerson({ email })).data).toMatchObject({
      account: null,
      sessions: [],
      events: [{ id: event, email }],
      support_messages: [{ message: 'Hello' }],
    })
  })
})
