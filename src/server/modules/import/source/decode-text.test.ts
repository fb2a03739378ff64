import { expect, it } from 'vitest'
import { decodeText } from '@/server/modules/import/mapping/preview-rows'

const utf8 = (text: string) => [...Buffer.from(text)]
const decode = (...bytes: number[]) => decodeText(Uint8Array.from(bytes))
const [FIRST, SECOND] = utf8('à') as [number, number]

it.each([
  ['\r\n ', 'BEGIN:VCALENDAR\r\n'],
  ['\n\t', '\uFEFFbegin:VCALENDAR\n'],
])('a calendar that is folded within a letter keeps it and all others', (fold, begin) => {
  const bytes = [...utf8(`${begin}SUMMARY:Sábado `), FIRST, ...utf8(fold), SECOND, ...utf8(' noite')]
  expect(decode(...bytes)).toMatch(/^begin:VCALENDAR\s+SUMMARY:Sábado à noite$/i)
})

it('a letter that is cut off costs itself and none of the others', () => {
  expect(decode(...utf8('Title;Date\nSábado de músic'), FIRST)).toBe('Title;Date\nSábado de músic\uFFFD')
})

it('what is no UTF-8 is Windows-1252', () => {
  expect(decode(...Buffer.from('Sábado de música', 'latin1'), 0x96, 0x80)).toBe('Sábado de música–€')
})
