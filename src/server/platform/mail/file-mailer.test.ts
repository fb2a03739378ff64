import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Mail, Mailer } from './mailer'
import { openDiskStore } from '@/server/platform/photos/stores/disk-store'
import { removeOldFiles } from '@/server/platform/photos/stores/store'
import { createFileMailer, mailDir } from './file-mailer'

const mail: Mail = {
  to: 'ana@example.com',
  subject: 'Confirmação do evento',
  text: 'Olá Ana,\nhttps://guide.example/login?confirm-email-token=abc',
  html: '<p>Olá Ana</p>',
  key: 'confirm-email:42',
}

let dataDir = ''
let logged: string[] = []
let mailer: Mailer

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mail-test-'))
  logged = []
  const log = { info: (fields: object, message: string) => logged.push(JSON.stringify({ fields, message })) }
  mailer = await createFileMailer({ dataDir, from: 'Guide <guide@example.com>', log })
})

afterEach(() => rm(dataDir, { recursive: true, force: true }))

describe('the file mailer', () => {
  it('writes a message that mail programs read, and its text as people copy a link out of it', async () => {
    const long = { ...mail, text: `Olá Ana,\nhttps://guide.example/reset-password?token=${'a'.repeat(90)}` }
    await mailer.send(long)
    const [message = '', text] = await contents()
    expect(await PostalMime.parse(message)).toMatchObject({
      from: { name: 'Guide', address: 'guide@example.com' },
      to: [{ name: '', address: 'ana@example.com' }],
      subject: 'Confirmação do evento',
      text: expect.stringContaining(long.text),
      html: expect.stringContaining(mail.html),
    })
    expect(text).toBe(`Confirmação do evento\n\n${long.text}`)
  })

  it('keeps mails from other accounts of the machine, and inside its directory', async () => {
    await chmod(mailDir(dataDir), 0o755)
    mailer = await createFileMailer({ dataDir, from: 'guide@example.com', log: { info: () => {} } })
    await mailer.send({ ...mail, key: '../../outside' })
    for (const name of await readdir(mailDir(dataDir)))
      expect((await stat(join(mailDir(dataDir), name))).mode & 0o777).toBe(0o600)
    expect((await stat(mailDir(dataDir))).mode & 0o777).toBe(0o700)
  })

  it('deletes what is old, and nothing else', async () => {
    await mailer.send(mail)
    const old = await readdir(mailDir(dataDir))
    const then = new Date('2026-06-01T12:00:00Z')
    for (const name of old) await utimes(join(mailDir(dataDir), name), then, then)
    await mailer.send({ ...mail, key: 'confirm-email:43' })
    await utimes(await folder(), then, then)
    const files = await openDiskStore(mailDir(dataDir))
    await removeOldFiles(files, then)
    expect(await readdir(mailDir(dataDir))).toHaveLength(5)
    await removeOldFiles(files, new Date(then.getTime() + 1))
    const left = await readdir(mailDir(dataDir))
    expect(left).toHaveLength(3)
    expect(left).not.toContain(old[0])
  })
})

/** A folder as a person may have put it there. */
async function folder(): Promise<string> {
  const path = join(mailDir(dataDir), 'kept')
  await mkdir(path)
  return path
}

async function contents(): Promise<string[]> {
  const dir = mailDir(dataDir)
  const names = (await readdir(dir)).toSorted()
  return Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')))
}
