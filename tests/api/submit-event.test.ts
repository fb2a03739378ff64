import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/app'
import type { TestApp } from '@tests/support/app'
import { submission } from '@tests/support/submissions'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

describe('POST /events', () => {
  it('takes a visitor\'s event in for review', async () => {
    const answer = await test.app.inject({ method: 'POST', url: '/api/v1/events', payload: submission() })
    expect(answer.json()).toEqual({ data: { id: expect.any(String), title: 'Sunset Sessions', status: 'ON_REVIEW' } })
    expect(answer.statusCode).toBe(201)
  })
})
