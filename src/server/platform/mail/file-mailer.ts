// The mailer of a server without SMTP: each mail is a message that mail programs open, and beside it its text for people.

import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { subjectLine, CLOSED, messageOf, type Mailer } from './mailer'
import type { Log } from '@/server/platform/process/logger'
import { writeWhole } from '@/server/platform/process/private-data-dir'

interface FileMailerOptions {
  dataDir: string
  /** Shown as the sender. */
  from: string
  log: Log<'info'>
}

export function mailDir(dataDir: string): string {
  return join(dataDir, 'mail')
}

/** Writes mails to `DATA_DIR/mail`, once a key. They hold links that open accounts: only the owner reads them. */
export async function createFileMailer({ dataDir, from, log }: FileMailerOptions): Promise<Mailer> {
  const dir = mailDir(dataDir)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  // It may be made by hand.
  await chmod(dir, 0o700)
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix', ...CLOSED })

  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail, from))
      if (!Buffer.isBuffer(message)) throw new TypeError('the message was not composed')
      const path = join(dir, fileNameOf(mail.key))
      if (existsSync(`${path}.eml`)) return
      // In a message long lines are folded: a link could not be copied out of it.
      await writeWhole(`${path}.txt`, `${subjectLine(mail.subject)}\n\n${mail.text}`, 0o600)
      await writeWhole(`${path}.eml`, message, 0o600)
      // The subject names it (rules 11): whoever runs a server without SMTP looks for the file; its text is on the same disk.
      log.info({ subject: subjectLine(mail.subject) }, 'wrote a mail to a file')
    },
    close: () => Promise.resolve(),
  }
}

/** The key as far as file names allow, and a hash that distinguishes what that made equal. */
function fileNameOf(key: string): string {
  const readable = key.replace(/[^a-zA-Z0-9]+/g, '-').slice(0, 80)
  return `${readable}-${hash('sha256', key, 'hex').slice(0, 16)}`
}
