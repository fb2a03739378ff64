import { beforeEach, expect, test, vi } from 'vitest'
import { REGISTRATION_KEY } from '@/offline/session/stored-session'
import { removeRegistration, readRegistration, rememberRegistration } from './provider-sign-in'

const HOUR_MS = 3_600_000
const registration = { secret: 'a secret', email: 'ana@example.com', registeredAt: 1_000 }

function forbidden(): never {
  throw new DOMException('forbidden', 'SecurityError')
}

beforeEach(() => {
  removeRegistration()
  localStorage.clear()
})

test('a registration is there for as long as the link of its mail works', () => {
  rememberRegistration(registration)
  expect(readRegistration(1_000 + 48 * HOUR_MS - 1)).toEqual(registration)
  expect(readRegistration(1_000 + 48 * HOUR_MS)).toBeUndefined()
  expect(localStorage.getItem(REGISTRATION_KEY)).toBeNull()
})

test('a forgotten one is gone', () => {
  rememberRegistration(registration)
  removeRegistration()
  expect(readRegistration(2_000)).toBeUndefined()
  expect(localStorage.length).toBe(0)
})

test('whoever wipes the storage of an account wipes it too', () => {
  rememberRegistration(registration)
  localStorage.removeItem(REGISTRATION_KEY)
  expect(readRegistration(2_000)).toBeUndefined()
})

test('what is damaged counts as none', () => {
  for (const damaged of ['{', '[]', 'null', '{"secret":1}', '"text"']) {
    expect(readRegistration(2_000), damaged).toBeUndefined()
  }
})

test('where storage is forbidden it lasts as long as the page', () => {
  const set = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(forbidden)
  const get = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(forbidden)
  try {
    rememberRegistration(registration)
    expect(readRegistration(2_000)).toEqual(registration)
  } finally {
    set.mockRestore()
    get.mockRestore()
  }
})
