import { expect, test } from 'vitest'
import { replyMail } from './reply-mail'

const form = {
  email: 'rui@example.com',
  first_name: 'Rui',
  last_name: 'Reis',
  message: 'Where can I park?\nIs it free?',
  created_at: 1_783_000_000,
}

function read(link: string) {
  const url = new URL(link)
  // URLSearchParams would read + as a blank, which mail clients do not.
  const fields = url.search.slice(1).split('&')
  const [subject = '', body = ''] = fields.map((field) => decodeURIComponent(field.split('=')[1] ?? ''))
  return { to: url.pathname, subject, body, fields: fields.length }
}

test('an answer has its subject, and the text quoted line by line', () => {
  const { to, subject, body } = read(replyMail(form, 'Other', 'en'))
  expect(to).toBe('rui@example.com')
  expect(subject).toMatch(/^Re: Other – /)
  expect(body).toMatch(/^\r\n\r\nOn .+, Rui Reis wrote:\r\n> Where can I park\?\r\n> Is it free\?\r\n$/)
})

test('an answer is in the language of its sender', () => {
  expect(read(replyMail(form, 'Outro', 'pt')).body).toContain('Rui Reis escreveu:')
})

test.each([
  ['fields of its own', '&bcc=all@example.com?cc=x#y'],
  ['a plus and a percent sign', '1+1=2, 100%'],
  ['markup', '<script>alert(1)</script>'],
  ['half a surrogate pair', 'broken \uD83C'],
])('a message with %s stays text', (_, message) => {
  const { body, fields } = read(replyMail({ ...form, message }, 'Other', 'en'))
  expect(fields).toBe(2)
  expect(body).toContain(`> ${message.replace('\uD83C', '�')}`)
})

test('an address cannot add a field or a second receiver', () => {
  const link = replyMail({ ...form, email: 'a?bcc=b,c@example.com' }, 'Other', 'en')
  expect(link.slice(0, link.indexOf('?'))).toBe('mailto:a%3Fbcc%3Db%2Cc@example.com')
})

test.each([
  ['plain', 'x'.repeat(1000), 1],
  ['Portuguese', 'ã\n'.repeat(500), 200],
  ['emoji', '🌊'.repeat(500), 100],
  ['family', '👨‍👩‍👧'.repeat(200), 100],
])('a long %s message is cut where a mail client would not take the link', (_, message, least) => {
  const link = replyMail({ ...form, message }, 'Other', 'en')
  expect(link.length).toBeLessThanOrEqual(1900)
  const { body } = read(link)
  expect([...body].length).toBeGreaterThan(least)
  expect(body).toMatch(/(?:x|ã|> |🌊|👧)…?\r\n$/u)
})
