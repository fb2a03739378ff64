// The mailer of a server without SMTP: each mail is a message that mail programs open, and beside it its text for people.

import { hash, randomUUID } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { access, chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { subjectLine, CLOSED, messageOf, type Mailer } from './mailer'
import type { Log } from '@/server/platform/process/logger'

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

  async function store(name: string, content: string | Buffer): Promise<void> {
    const draft = join(dir, `.${randomUUID()}`)
    try {
      await writeFile(draft, content, { mode: 0o600, flush: true })
      await rename(draft, join(dir, name))
    } finally {
      await rm(draft, { force: true })
    }
  }

  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail, from))
      if (!Buffer.isBuffer(message)) throw new TypeError('the message was not composed')
      const name = fileNameOf(mail.key)
      if (await isThere(join(dir, `${name}.eml`))) return
      // In a message long lines are folded: a link could not be copied out of it.
      await store(`${name}.txt`, `${subjectLine(mail.subject)}\n\n${mail.text}`)
      await store(`${name}.eml`, message)
      // The subject names it (rules 11): whoever runs a server without SMTP looks for the file; its text is on the same disk.
      log.info({ subject: subjectLine(mail.subject) }, 'wrote a mail to a file')
    },
    close: () => Promise.resolve(),
  }
}

/** Deletes mails of a time before SMTP, too. What goes away meanwhile, is no file, or no directory at all is passed over. */
export async function removeOldMails(dir: string, before: Date): Promise<void> {
  for (const entry of await entriesOf(dir)) {
    if (!entry.isFile()) continue
    const path = join(dir, entry.name)
    const mtimeMs = await stat(path).then((found) => found.mtimeMs, nothingIfGone)
    if (mtimeMs !== undefined && mtimeMs < before.getTime()) await rm(path, { force: true })
  }
}

async function entriesOf(dir: string): Promise<Dirent[]> {
  return (await readdir(dir, { withFileTypes: true }).catch(nothingIfGone)) ?? []
}

const GONE: readonly unknown[] = ['ENOENT', 'ENOTDIR']

function nothingIfGone(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && GONE.includes(error.code)) return undefined
  throw error
}

/** The key as far as file names allow, and a hash that distinguishes what that made equal. */
function fileNameOf(key: string): string {
  const readable = key.replace(/[^a-zA-Z0-9]+/g, '-').slice(0, 80)
  return `${readable}-${hash('sha256', key, 'hex').slice(0, 16)}`
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
