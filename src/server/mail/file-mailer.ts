// Without SMTP: each mail is a file that people can read and mail programs can open.

import { createHash, randomUUID } from 'node:crypto'
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkedAddress } from './address'
import { subjectLine } from './mailer'
import type { Mail, MailLog, Mailer } from './mailer'

interface FileMailerOptions {
  dataDir: string
  /** Shown as the sender. */
  from: string
  log: MailLog
}

/** The directory of the mails under `dataDir`. */
export function mailDir(dataDir: string): string {
  return join(dataDir, 'mail')
}

/** Writes mails to `DATA_DIR/mail`, one file a key. They hold links that open accounts: only the owner reads them. */
export async function createFileMailer({ dataDir, from, log }: FileMailerOptions): Promise<Mailer> {
  const dir = mailDir(dataDir)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  return {
    send: async (mail) => {
      const content = compose(mail, from)
      const path = join(dir, fileNameOf(mail.key))
      if (await isThere(path)) return
      const draft = join(dir, `.${randomUUID()}`)
      try {
        await writeFile(draft, content, { mode: 0o600, flush: true })
        await rename(draft, path)
      } finally {
        await rm(draft, { force: true })
      }
      // By subject (decisions): whoever runs a guide without SMTP looks for the file; its text is on the same disk.
      log.info({ subject: subjectLine(mail.subject) }, 'wrote a mail to a file')
    },
    close: () => Promise.resolve(),
  }
}

/** The key as far as file names allow, anda hash that distinguishes what that made equal. */
function fileNameOf(key: string): string {
  const readable = key.replace(/[^a-zA-Z0-9]+/g, '-').slice(0, 60)
  return `${readable}-${hashOf(key)}.eml`
}

/** A MIME message with 8-bit bodies: links and accents stay as they are, nothing is folded or encoded. */
function compose(mail: Mail, from: string): string {
  const boundary = `part-${hashOf(mail.key + mail.text + mail.html)}`
  const part = (type: string, body: string) => [
    `--${boundary}`,
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: 8bit',
    '',
    body,
    '',
  ]
  const lines = [
    `From: ${subjectLine(from)}`,
    `To: ${checkedAddress(mail.to)}`,
    `Subject: ${subjectLine(mail.subject)}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `X-Mail-Key: ${subjectLine(mail.key)}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...part('text/plain', mail.text),
    ...part('text/html', mail.html),
    `--${boundary}--`,
    '',
  ]
  return lines.join('\n')
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
