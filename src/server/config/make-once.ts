import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The text of a file that is made once, readable by its owner only; `makeText` is called where there is none yet. */
export async function readOrMakeOnce(path: string, makeText: () => string): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  if (!existsSync(path)) await makeOnce(path, makeText())
  return (await readFile(path, 'utf8')).trim()
}

/** Writes it whole, then under its name: of two servers that start together one's stays, and a crash leaves no half of it. */
async function makeOnce(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true })
  try {
    await link(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
}
