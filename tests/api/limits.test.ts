import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/app'
import type { TestApp } from '@tests/support/app'
import { call } from '@tests/support/calls'
import { submission } from '@tests/support/submissions'
import { LIMITS } from '@/server/http/limits'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp({ limits: LIMITS })
})
afterAll(() => test.close())

const tooMany = { code: 'TOO_MANY_REQUESTS' }

const guess = (email: string, remoteAddress: string) =>
  call(test, 'POST', '/auth/login', { body: { email, password: 'guess' }, remoteAddress })

const claiming = (address: string) =>
  call(test, 'POST', '/contact-form', {
    body: {
      first_name: 'A',
      last_name: 'B',
      email: `${randomUUID()}@example.com`,
      topic: 'Other',
      message: 'Hi',
    },
    headers: { 'x-forwarded-for': address },
    remoteAddress: '198.51.100.30',
  })

describe('limits', () => {
  it('end guessing of one account’s password from one address, and leave its owner alone', async () => {
    for (let number = 1; number <= 10; number += 1)
      expect((await guess('owned@example.com', '198.51.100.21')).status).toBe(401)
    const response = await guess('owned@example.com', '198.51.100.21')
    expect(response.status).toBe(429)
    expect(response.error).toMatchObject(tooMany)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    expect((await guess('owned@example.com', '198.51.100.22')).status).toBe(401)
  })

  it('end guessing of one account’s password from many addresses', async () => {
    const statuses = []
    for (let number = 1; number <= 101; number += 1)
      statuses.push((await guess('target@example.com', `203.0.113.${number}`)).status)
    expect(statuses.indexOf(429)).toBe(100)
  })

  it('end guessing of many accounts from one address', async () => {
    const statuses = []
    for (let number = 0; number < 31; number += 1)
      statuses.push((await guess(`${randomUUID()}@example.com`, '198.51.100.20')).status)
    expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true)
    expect(statuses[30]).toBe(429)
  })

  it('do not trust the forwarded address of a client', async () => {
    const statuses = []
    for (let number = 0; number < 21; number += 1) statuses.push((await claiming(`10.0.0.${number}`)).status)
    expect(statuses.at(-1)).toBe(429)
  })

  it('count submissions of an account over all its addresses', async () => {
    const { token } = await test.signIn()
    const statuses = []
    for (let number = 0; number < 31; number += 1)
      statuses.push(
        (
          await call(test, 'POST', '/events', {
            token,
            body: submission({ email: `${randomUUID()}@example.com` }),
            remoteAddress: `192.0.2.${number}`,
          })
        ).status,
      )
    expect(statuses.indexOf(429)).toBe(30)
  })

  it('leave reading alone', async () => {
    for (let number = 0; number < 200; number += 1)
      expect((await call(test, 'GET', '/events')).status).toBe(200)
  })
})
