import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const MIGRATIONS = 'src/server/platform/database/migrations'
const NEXT = '9999_next'

interface Journal {
  entries: { idx: number; tag: string; when: number }[]
}

/** Writes the migrations of the next version into a folder: those of this one, and one more. */
export async function writeNextVersion(folder: string, sql: string): Promise<void> {
  await cp(MIGRATIONS, folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8')) as Journal
  const last = journal.entries.at(-1)
  if (last === undefined) throw new Error('there is no migration')
  await writeFile(join(folder, `${NEXT}.sql`), sql)
  journal.entries.push({ ...last, idx: last.idx + 1, tag: NEXT, when: last.when + 1 })
  await writeFile(file, JSON.stringify(journal))
}
