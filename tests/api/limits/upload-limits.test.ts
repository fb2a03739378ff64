import { afterEach, describe, expect, it } from 'vitest'
import { LIMITS } from '@/server/http/limits/limits'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { call, sha256Of } from '@tests/support/server/calls'
import { agedFormToken } from '@tests/support/server/form-tokens'
import { jpeg } from '@tests/support/server/images'
import { submission } from '@tests/support/server/submissions'
import { FORM_TOKEN_HEADER } from '@/contract/form-tokens'

let test: TestApp
afterEach(() => test.close())

const ADDRESS = '198.51.100.20'
let shade = 0

/** The outcome of uploading one more photo. */
async function put(options: { remoteAddress?: string; formToken?: string; token?: string } = {}) {
  shade += 1
  const photo = await jpeg(`#${shade.toString(16).padStart(6, '0')}`, 64, 48)
  const { formToken, ...rest } = options
  const response = await call(test, 'PUT', `/uploads/${sha256Of(photo)}`, {
    remoteAddress: ADDRESS,
    ...rest,
    body: photo,
    ...(formToken === undefined ? {} : { headers: { [FORM_TOKEN_HEADER]: formToken } }),
  })
  return { status: response.status, code: response.error?.code, named: { upload: sha256Of(photo) } }
}

async function outcomes(count: number, options: Parameters<typeof put>[0] = {}): Promise<number[]> {
  const statuses: number[] = []
  for (let number = 0; number < count; number += 1) statuses.push((await put(options)).status)
  return statuses
}

describe('uploads of visitors', () => {
  it('are few without a form token, more with one, and those of an account are its own', async () => {
    test = await buildTestApp({ limits: LIMITS })
    expect(await outcomes(6)).toEqual([200, 200, 200, 200, 200, 429])
    const formToken = await agedFormToken(test)
    expect((await put({ formToken })).status).toBe(200)
    expect((await put({ remoteAddress: '203.0.113.9' })).status).toBe(200)
    const { token } = await test.signIn()
    expect((await put({ token })).status).toBe(200)
  })

  it('do not count where they name what was asked for in vain', async () => {
    test = await buildTestApp({ limits: LIMITS })
    const missing = { upload: 'a'.repeat(64) }
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const body = submission({ photo: missing })
      const response = await call(test, 'POST', '/events', { body, remoteAddress: ADDRESS })
      expect(response.error?.code).toBe('UPLOAD_MISSING')
    }
    const photo = await put()
    const body = submission({ photo: photo.named })
    expect((await call(test, 'POST', '/events', { body, remoteAddress: ADDRESS })).status).toBe(201)
  })

  it('are refused below the disk’s reserve, before a byte of them is read', async () => {
    const MB = 1024 * 1024
    test = await buildTestApp({
      config: { diskReserveBytes: 100 * MB },
      diskSpace: async () => ({ freeBytes: 99 * MB, totalBytes: 10_000 * MB }),
    })
    expect(await put()).toMatchObject({ status: 507, code: 'INSUFFICIENT_STORAGE' })
  })
})
