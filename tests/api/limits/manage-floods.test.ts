// @module-tag full
import { randomBytes, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keysFrom } from '@/server/http/auth/signed-token'
import { LIMITS } from '@/server/http/limits/limits'
import { createEventLinks } from '@/server/http/security/event-links'
import { proposals } from '@/server/platform/database/schema'
import { photosDir } from '@/server/platform/photos/stores/disk-store'
import { TEST_SECRET, buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { update } from '@tests/support/server/back-office'
import { call, publish, submit } from '@tests/support/server/calls'
import type { ApiResponse } from '@tests/support/server/calls'
import { jpeg } from '@tests/support/server/images'

// The organiser's link under the limits of a real server: anonymous clients who guess it, and somebody who has one and floods the team.

let test: TestApp
let colour = 0x40_0000
beforeAll(async () => {
  test = await buildTestApp({ limits: LIMITS })
})
beforeEach(() => test.clock.advance({ hours: 2 }))
afterAll(() => test.close())

const NETWORKS = 3
const links = createEventLinks(keysFrom(TEST_SECRET))
const tokenOf = (id: string) => links.manageTokenOf({ id, email: 'ana@example.com' })
const { photo: _, ...content } = update()

const propose = (id: string, from: string, body: object = {}) =>
  call(test, 'PUT', `/events/${id}/manage`, {
    key: randomUUID(),
    remoteAddress: from,
    body: { ...content, token: tokenOf(id), revision: 2, ...body },
  })
/** The parts of a response that an anonymous client can compare. */
const told = ({ status, text, headers: { date: __, 'x-request-id': ___, ...headers } }: ApiResponse) =>
  JSON.stringify([status, text, headers])
const countOf = (responses: readonly ApiResponse[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe('whoever guesses a link', () => {
  it('learns nothing from hundreds of tries of many kinds, of which each network has 120 an hour', async () => {
    const [published, onReview] = [await publish(test), await submit(test)]
    const tokens = [
      () => randomBytes(32).toString('base64url'),
      () => tokenOf(onReview).slice(0, -1),
      () => links.tokenOf(published, 2_000_000_000),
      () => 'x',
    ]
    const responses: ApiResponse[] = []
    for (let network = 0; network < NETWORKS; network += 1)
      for (let guess = 0; guess < 125; guess += 1) {
        const id = [published, onReview, randomUUID()][guess % 3] ?? ''
        const token = tokens[guess % tokens.length]?.() ?? ''
        responses.push(
          await call(test, 'POST', `/events/${id}/manage`, {
            body: { token },
            remoteAddress: `10.${network}.0.1`,
          }),
        )
      }
    expect(countOf(responses)).toEqual({ 404: NETWORKS * 120, 429: NETWORKS * 5 })
    // An event that is there, one on review and none are the same to them.
    expect(new Set(responses.filter(({ status }) => status === 404).map(told)).size).toBe(1)
    const own = { body: { token: tokenOf(published) }, remoteAddress: '192.0.2.7' }
    expect((await call(test, 'POST', `/events/${published}/manage`, own)).status).toBe(200)
  })
})

describe('whoever has a link', () => {
  it('leaves one proposal however many they send, of which each network has 30 an hour, and no mail', async () => {
    const id = await publish(test)
    await test.jobs.runDue()
    test.mails.sent.length = 0
    const responses: ApiResponse[] = []
    for (let network = 0; network < NETWORKS; network += 1)
      for (let version = 0; version < 32; version += 1)
        responses.push(await propose(id, `10.${network}.0.1`, { title: `Buy this ${network} ${version}` }))
    expect(countOf(responses)).toEqual({ 200: NETWORKS * 30, 429: NETWORKS * 2 })
    const stored = await test.db.select().from(proposals).where(eq(proposals.eventId, id))
    expect(stored).toMatchObject([{ content: { title: `Buy this ${NETWORKS - 1} 29` } }])
    await test.jobs.runDue()
    expect(test.mails.sent).toEqual([])
  })

  it('leaves one photo, however many they propose, and no more than wait for a review in all', async () => {
    const id = await publish(test)
    for (let version = 0; version < 5; version += 1) {
      colour += 0x010_203
      const photo = (await jpeg(`#${colour.toString(16)}`)).toString('base64')
      expect((await propose(id, '10.1.0.1', { photo })).status).toBe(200)
    }
    const pictures = await readdir(photosDir(test.dataDir))
    expect(pictures.filter((file) => file.endsWith('-full.jpg'))).toHaveLength(1)
    const { rows } = await test.db.execute(sql`select 1 from proposals where content ? 'photo'`)
    expect(rows).toHaveLength(1)
  })
})
