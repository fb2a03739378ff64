import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { spoolBody } from './body-spool'
import { JsonStructure } from './json-structure'
import { parseSpooled } from './spooled-json'

const MEGABYTE = 1024 * 1024
const PHOTO = '/9j+'.repeat(MEGABYTE)

let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'events-spool-'))
})
afterAll(() => rm(dir, { recursive: true }))

/** What becomes of a text that came in pieces; `parsed` is what went through JSON.parse. */
async function parse(text: string, pieceBytes = 60_000): Promise<{ value: unknown; parsed: string[] }> {
  const body = await spoolBody(dir)
  const parsed: string[] = []
  try {
    const structure = new JsonStructure()
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const piece = bytes.subarray(at, at + pieceBytes)
      structure.read(piece)
      await body.append(piece)
    }
    const value = await parseSpooled(body, structure.longestString, async (part) => {
      parsed.push(part)
      return JSON.parse(part) as unknown
    })
    return { value, parsed }
  } finally {
    await body.close()
  }
}

describe('a body on the disk', () => {
  it.each([
    { title: 'Fado à noite 🎸', photo: PHOTO, list: [1, null, { a: 'b' }] },
    { photo: `data:image/jpeg;base64,${PHOTO}` },
    [['x'], [PHOTO]],
    { photo: `${PHOTO}é🎸` },
    { title: 'x'.repeat(MEGABYTE / 2), photo: 'small' },
    PHOTO,
  ])('has the value that JSON.parse would give it', async (value) => {
    const text = JSON.stringify(value)
    for (const pieceBytes of [60_000, 65_537]) expect((await parse(text, pieceBytes)).value).toEqual(value)
  })

  it('is parsed without its photo', async () => {
    const { parsed } = await parse(JSON.stringify({ title: 'x', photo: PHOTO }))
    expect(parsed).toHaveLength(1)
    expect(parsed[0]?.length).toBeLessThan(100)
  })

  it('may have its slashes escaped, as Swift does', async () => {
    const text = JSON.stringify({ photo: PHOTO, after: 'x' }).replaceAll('/', String.raw`\/`)
    expect((await parse(text)).value).toEqual({ photo: PHOTO, after: 'x' })
  })

  it.each([
    ['another escape in a photo', `{"photo":"${PHOTO}\\n"}`, 'MALFORMED_REQUEST'],
    ['a line break in a photo', `{"photo":"${PHOTO}\n"}`, 'MALFORMED_REQUEST'],
    ['a photo for a key', `{"${PHOTO}":1}`, 'MALFORMED_REQUEST'],
    ['two photos', `{"photo":"${PHOTO}","title":"${PHOTO}"}`, 'PAYLOAD_TOO_LARGE'],
    ['a megabyte of blanks', `{"photo":"${PHOTO}"${' '.repeat(MEGABYTE)}}`, 'PAYLOAD_TOO_LARGE'],
  ])('with %s is refused', async (_, text, code) => {
    await expect(parse(text)).rejects.toMatchObject({ code })
  })

  it('that is no JSON is none without its photo, either', async () => {
    await expect(parse(`{"photo":"${PHOTO}"`)).rejects.toThrow(SyntaxError)
    await expect(parse(`{"photo":"${PHOTO}`)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  })

  it('has no name that could be left behind', async () => {
    const body = await spoolBody(dir)
    await body.append(Buffer.from('{}'))
    expect(await readdir(dir)).toEqual([])
    expect((await body.read(0, body.size)).toString()).toBe('{}')
    await body.close()
  })
})
