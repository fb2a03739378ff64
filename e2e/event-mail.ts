import { randomUUID } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ORIGIN, expect } from './fixtures'

/** Submits an event without an account, and gives the link of the mail about it. */
export async function submitAndReadMail(title: string): Promise<{ id: string; link: string }> {
  const response = await fetch(`${ORIGIN}/api/v1/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      title,
      description: 'Bring a blanket and something warm: it gets windy.',
      email: `bruno-${randomUUID()}@example.com`,
      location_name: 'Praia do Sul',
      latitude: 38.96,
      longitude: -9.42,
      tag_keys: ['surf'],
      timetable: {
        list: [{ start_time: '2099-06-20 19:00:00', end_time: '2099-06-20 21:00:00', is_all_day: false }],
      },
    }),
  })
  const { id } = ((await response.json()) as { data: { id: string } }).data
  const folder = join(process.env['E2E_DATA_DIR'] ?? '', 'mail')
  let text = ''
  await expect
    .poll(async () => {
      const name = (await readdir(folder)).find((file) => file.includes(id) && file.endsWith('.txt'))
      text = name === undefined ? '' : await readFile(join(folder, name), 'utf8')
      return text
    })
    .toContain('token=')
  expect(text).not.toContain(title)
  // Without a configured origin mails carry the port's own.
  const link = new RegExp(`${ORIGIN}(/events/\\S+)`).exec(text)?.[1] ?? ''
  return { id, link }
}
