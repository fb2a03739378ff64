import { describe, expect, it } from 'vitest'
import { ApiError } from '@/server/http/errors/errors'
import { JsonStructure } from './json-bodies'

/** Whether a text is let through when it comes in pieces of so many bytes. */
function passes(text: string, pieceBytes = 65_536): boolean {
  const structure = new JsonStructure()
  const bytes = Buffer.from(text)
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes) structure.read(bytes.subarray(at, at + pieceBytes))
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'MALFORMED_REQUEST') return false
    throw error
  }
}

describe('the structure of a JSON body', () => {
  it.each([
    ['objects', `{"photo":[${'{},'.repeat(5000)}{}]}`],
    ['numbers', `[${'1,'.repeat(5001)}1]`],
    ['keys', `{${'"a":1 '.repeat(2600)}}`],
    ['strings without a comma between them', '""'.repeat(5001)],
    ['levels', `${'['.repeat(13)}${']'.repeat(13)}`],
  ])('is refused when it has too many %s, however it is cut', (_, text) => {
    for (const pieceBytes of [1, 2, 3, 7, 65_536]) expect(passes(text, pieceBytes)).toBe(false)
  })

  it.each([
    ['brackets', '{},[]:'.repeat(3000)],
    ['quotes with a backslash before them', '\\"'.repeat(6000)],
    ['backslashes', '\\\\'.repeat(6001)],
  ])('is not made of %s in a string', (_, inside) => {
    for (const pieceBytes of [1, 2, 3, 7, 65_536]) {
      expect(passes(`{"photo":"${inside}","title":"x"}`, pieceBytes)).toBe(true)
      expect(passes(`{"photo":"${inside}","more":[${'1,'.repeat(5000)}1]}`, pieceBytes)).toBe(false)
    }
  })

  it('of the largest batch is all right', () => {
    expect(passes(JSON.stringify({ event_ids: Array.from({ length: 200 }, () => 'x'.repeat(36)) }))).toBe(
      true,
    )
    expect(passes(`${'['.repeat(12)}${']'.repeat(12)}`)).toBe(true)
  })
})
