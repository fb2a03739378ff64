import { describe, expect, test } from 'vitest'
import {
  choosePasswordSchema,
  passwordChangeSchema,
  passwordResetSchema,
  registrationSchema,
  signInSchema,
} from './account'
import { problemsOf } from '@/domain/validation/problem'

interface Schema {
  safeParse: (value: unknown) => { success: boolean; error?: { issues: readonly unknown[] } }
}

/** The first problem of each field. */
function problems(schema: Schema, value: Record<string, string>): Record<string, string> {
  const { error } = schema.safeParse(value)
  const found: Record<string, string> = {}
  for (const { path, code } of problemsOf(error?.issues ?? [])) found[path] ??= code
  return found
}

const ana = { name: 'Ana Sousa', email: 'ana@example.com', password: 'tidal wonder 88' }

describe('a new account', () => {
  test('needs every field', () => {
    expect(problems(registrationSchema, { name: ' ', email: '', password: '' })).toEqual({
      name: 'required',
      email: 'required',
      password: 'required',
    })
  })

  test('has an address without the blanks around it, and a password as it was typed', () => {
    const typed = { name: ' Ana  Sousa ', email: ' ana@example.com\n', password: ' 8 signs ' }
    expect(registrationSchema.parse(typed)).toEqual({
      name: 'Ana  Sousa',
      email: 'ana@example.com',
      password: ' 8 signs ',
    })
  })

  test.each([
    [{ email: 'ana@' }, { email: 'email_invalid' }],
    [{ name: 'a'.repeat(201) }, { name: 'name_too_long' }],
    [{ password: '1234567' }, { password: 'password_too_short' }],
    [{ password: 'a'.repeat(201) }, { password: 'password_too_long' }],
    [{ password: 'a'.repeat(200) }, {}],
  ])('has its own problem (%#)', (change, found) => {
    expect(problems(registrationSchema, { ...ana, ...change })).toEqual(found)
  })
})

test('signing in needs an address and a password, of whatever length that is', () => {
  expect(problems(signInSchema, { email: '', password: '' })).toEqual({
    email: 'required',
    password: 'required',
  })
  expect(problems(signInSchema, { email: 'ana@example.com', password: 'x' })).toEqual({})
})

test('a password is the same however a keyboard composes it, when it is chosen, repeated and typed', () => {
  const [composed, typed] = ['\u00e9t\u00e9 ﬁ 2ª \uff11', 'e\u0301te\u0301 fi 2a 1']
  const one = typed.normalize('NFC')
  expect(registrationSchema.parse({ ...ana, password: composed }).password).toBe(one)
  expect(choosePasswordSchema.parse({ new_password: composed, confirmation: typed }).new_password).toBe(one)
  expect(signInSchema.parse({ email: ana.email, password: typed }).password).toBe(one)
  const change = { old_password: typed, new_password: composed, confirmation: typed }
  expect(passwordChangeSchema.parse(change)).toEqual({
    old_password: one,
    new_password: one,
    confirmation: one,
  })
  // It is as long as its characters are.
  expect(problems(registrationSchema, { ...ana, password: 'e\u0301'.repeat(7) })).toEqual({
    password: 'password_too_short',
  })
})

describe('a password that is typed twice', () => {
  test('is long enough and the same both times; both problems are found at once', () => {
    const both = { new_password: 'short', confirmation: 'other' }
    expect(problems(choosePasswordSchema, both)).toEqual({
      new_password: 'password_too_short',
      confirmation: 'passwords_differ',
    })
    expect(problems(choosePasswordSchema, { ...both, confirmation: 'short' })).toEqual({
      new_password: 'password_too_short',
    })
  })

  test('differs also in a blank or a capital', () => {
    for (const confirmation of ['tidal wonder 88 ', 'Tidal wonder 88'])
      expect(problems(choosePasswordSchema, { new_password: 'tidal wonder 88', confirmation })).toEqual({
        confirmation: 'passwords_differ',
      })
    const same = { new_password: 'tidal wonder 88', confirmation: 'tidal wonder 88' }
    expect(problems(choosePasswordSchema, same)).toEqual({})
  })
})

const emailOf = (email: string) => passwordResetSchema.safeParse({ email }).data?.email

test('takes an address with accents before the @, composed, and none after it', () => {
  expect(emailOf('joão@example.pt')).toBe('joão@example.pt')
  expect(emailOf('joa\u0303o@example.pt')).toBe('joão@example.pt')
  expect(emailOf('JoÃo@Example.pt')).toBe('João@Example.pt')
  for (const wrong of ['ana@praia-são.pt', 'ana sousa@example.pt', 'ana\u202e@', '“ana”@example.pt'])
    expect(emailOf(wrong), wrong).toBeUndefined()
})
