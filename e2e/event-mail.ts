import { randomUUID } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { submitEvent } from './accounts'
import { ORIGIN, expect } from './fixtures'

/** Submits an event without an account, and gives the link of the mail about it. */
export async function submitAndReadMail(title: string): Promise<{ id: string; link: string }> {
  const id = await submitEvent({ origin: ORIGIN }, { title, email: `bruno-${randomUUID()}@example.com` })
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
