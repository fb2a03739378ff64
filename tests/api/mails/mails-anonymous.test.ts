import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp, type TestApp } from '@tests/support/server/app'
import { runReviewJobs } from '@tests/support/server/back-office'
import { call, review, submit } from '@tests/support/server/calls'
import { jpeg } from '@tests/support/server/images'
import type { PublicEvent } from '@/contract/events/events'
import { jobs } from '@/server/platform/database/schema'

// An anonymous client types somebody else's address: what reaches it.

const BAIT = {
  title: 'Your account is locked',
  description: 'Confirm your card at once, or it is closed for good.',
  location_name: 'https://evil.example/card',
}

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
beforeEach(async () => {
  test.clock.set(TEST_NOW)
  await test.db.delete(jobs)
  test.mails.sent.length = 0
})
afterAll(() => test.close())

const newAddress = () => `victim-${randomUUID()}@example.com`
const bait = (email: string) => submit(test, { ...BAIT, email })

const withoutNumber = (subject: string) => subject.replace(/ \(no\. .*\)$/, '')

async function mailsAfterReview(address: string) {
  await runReviewJobs(test)
  return mailsTo(address)
}

async function mailsTo(address: string) {
  await test.jobs.runDue()
  return test.mails.sent.filter(({ to }) => to === address)
}

const open = (link: string) => call(test, 'GET', link)
const linkIn = (text: string) => /http:\/\/mail\.test(\/events\/[\w-]+\?token=[\w.-]+)\n/.exec(text)?.[1]

describe('a mail to an address that somebody typed', () => {
  it.each([
    ['received', undefined],
    ['approved', { action: 'approve' }],
    ['rejected', { action: 'reject', reason: 'Sorry, <b>this</b> is\nan advertisement.' }],
  ] as const)('that the event was %s says nothing of what was submitted', async (_, decision) => {
    for (const language of ['en', 'pt']) {
      const email = newAddress()
      const id = await submit(test, { ...BAIT, email }, { headers: { 'accept-language': language } })
      if (decision !== undefined) await review(test, id, decision)
      const mails = await mailsAfterReview(email)
      expect(mails).toHaveLength(decision === undefined ? 1 : 2)
      for (const { subject, text, html } of mails)
        expect(`${subject}\n${text}\n${html}`).not.toMatch(/locked|card|evil|June 20|20 de junho|7:00|19:00/i)
    }
  })

  it('carries the reason of a rejection as text', async () => {
    const email = newAddress()
    await review(test, await bait(email), { action: 'reject', reason: 'Sorry, <b>no</b>' })
    const mail = (await mailsAfterReview(email)).at(-1)
    expect(mail?.subject).toMatch(/^The event submitted with your address was not published \(no\. /)
    expect(mail?.text).toContain('Reason: Sorry, <b>no</b>')
    expect(mail?.html).toContain('Sorry, &lt;b&gt;no&lt;/b&gt;')
  })
})

describe('the link in such a mail', () => {
  it('shows the event with its status, before the review and after', async () => {
    const email = newAddress()
    const id = await bait(email)
    const link = linkIn((await mailsTo(email))[0]?.text ?? '') ?? ''
    const seen = await open(link)
    expect(seen.data).toMatchObject({ id, title: BAIT.title, status: 'ON_REVIEW' })
    expect(seen.headers['cache-control']).toBe('no-store')
    await review(test, id, { action: 'reject', reason: 'No' })
    expect((await open(link)).data).toMatchObject({ status: 'REJECTED', review_reason: 'No' })
    const newer = linkIn((await mailsAfterReview(email)).at(-1)?.text ?? '') ?? ''
    expect((await open(newer)).data).toMatchObject({ id, status: 'REJECTED' })
  })

  it('shows neither photo nor links before somebody has looked at them: anybody may pass it on', async () => {
    const [email, ana] = [newAddress(), await test.signIn()]
    const info_url = 'https://evil.example/card'
    const id = await submit(
      test,
      {
        email,
        photo: (await jpeg('#2266aa')).toString('base64'),
        info_url,
        info_links: [{ type: 'instagram', data: 'https://www.instagram.com/evil' }],
      },
      { token: ana.token },
    )
    const link = linkIn((await mailsTo(email))[0]?.text ?? '') ?? ''
    const hidden = ['photo', 'thumbnail', 'photo_width', 'photo_height', 'info_url']
    const keysSeen = async (token?: string) => {
      const { data } = await call(test, 'GET', link, token === undefined ? {} : { token })
      return [
        Object.keys(data as object).filter((key) => hidden.includes(key)),
        (data as PublicEvent).info_links,
      ]
    }
    expect(await keysSeen()).toEqual([[], []])
    // That it is not lost.
    expect((await open(link)).data).toMatchObject({ is_photo_withheld: true })
    expect(await keysSeen((await test.signIn()).token)).toEqual([[], []])
    for (const token of [ana.token, await test.admin()]) {
      const [keys, links] = await keysSeen(token)
      expect(keys).toHaveLength(hidden.length)
      expect(links).toHaveLength(1)
    }
    await review(test, id, { action: 'approve' })
    const published = (await open(link)).data
    expect(published).toMatchObject({ info_url, photo: expect.stringContaining('/photos/') })
    expect(published).not.toHaveProperty('is_photo_withheld')
  })
})

describe('the queue of mails', () => {
  it('sends a new password before what was enqueued earlier', async () => {
    const ana = await test.signIn()
    for (let number = 0; number < 3; number += 1) await bait(newAddress())
    test.clock.advance({ seconds: 1 })
    await call(test, 'POST', '/auth/register', {
      body: { email: newAddress(), password: 'ribeira-dilhas-0712', name: 'Rui' },
    })
    test.clock.advance({ seconds: 1 })
    await call(test, 'POST', '/user/password/reset', { body: { email: ana.email } })
    await test.jobs.runDue()
    expect(test.mails.sent.map(({ subject }) => withoutNumber(subject)).slice(0, 3)).toEqual([
      'Reset your password',
      'An event was submitted with your address',
      'An event was submitted with your address',
    ])
    expect(test.mails.sent.at(-1)?.subject).toBe('Confirm your email address')
  })
})
