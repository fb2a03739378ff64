import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MailAddressError } from './address'
import { createFileMailer, mailDir } from './file-mailer'
import type { Mail, Mailer } from './mailer'

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
  it('writes a mail with its links and accents readable', async () => {
    await mailer.send(mail)
    const [content] = await contents()
    expect(content).toContain('From: Guide <guide@example.com>\n')
    expect(content).toContain('To: ana@example.com\n')
    expect(content).toContain('Subject: Confirmação do evento\n')
    expect(content).toContain(mail.text)
    expect(content).toContain(mail.html)
  })

  it('writes one file for a key, however often it is sent', async () => {
    await mailer.send(mail)
    await mailer.send(mail)
    await mailer.send({ ...mail, key: 'confirm-email-42' })
    expect(await readdir(mailDir(dataDir))).toHaveLength(2)
  })

  it('logs the subject, on one line, and nothing else of the mail', async () => {
    await mailer.send({ ...mail, subject: 'Confirm\r\nyour address' })
    expect(logged).toEqual([
      JSON.stringify({ fields: { subject: 'Confirm your address' }, message: 'wrote a mail to a file' }),
    ])
  })

  it('keeps a subject on its one line', async () => {
    await mailer.send({ ...mail, subject: 'Surf\r\nBcc: all@example.com\r\n\r\nHello' })
    const [content] = await contents()
    expect(content).toContain('Subject: Surf Bcc: all@example.com Hello\n')
    expect(content).not.toMatch(/^Bcc:/m)
  })

  it('refuses anything but one plain address, and writes nothing', async () => {
    await expect(mailer.send({ ...mail, to: 'a@example.com\r\nBcc: b@example.com' })).rejects.toThrow(
      MailAddressError,
    )
    await expect(mailer.send({ ...mail, to: 'a@example.com, b@example.com' })).rejects.toThrow(
      MailAddressError,
    )
    expect(await readdir(mailDir(dataDir))).toEqual([])
    expect(logged).toEqual([])
  })

  it('keeps mails from other accounts of the machine, and inside its directory', async () => {
    await mailer.send({ ...mail, key: '../../outside' })
    const [name = ''] = await readdir(mailDir(dataDir))
    expect((await stat(join(mailDir(dataDir), name))).mode & 0o777).toBe(0o600)
    expect((await stat(mailDir(dataDir))).mode & 0o777).toBe(0o700)
  })
})

async function contents(): Promise<string[]> {
  const dir = mailDir(dataDir)
  return Promise.all((await readdir(dir)).map((name) => readFile(join(dir, name), 'utf8')))
}
