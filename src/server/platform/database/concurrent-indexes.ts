// Indexes that are built while people write, which PostgreSQL does outside a transaction only: `00NN_what.concurrent.sql` beside the
// migrations, in place of the statement in the migration itself.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

interface Client {
  query(statement: string, values?: string[]): Promise<{ rows: unknown[] }>
}

const STATEMENT = /^\s*create (?:unique )?index concurrently "(\w+)"\s/i

/**
 * Builds those that are not there. One that was broken off is there and of no use: it is dropped and built again. Throws for a file with
 * any other statement, before anything is built.
 */
export async function createConcurrentIndexes(client: Client, folder: string): Promise<void> {
  for (const { name, statement } of concurrentIndexes(folder)) {
    const { rows } = await client.query(
      'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
      [`public."${name}"`],
    )
    const [index] = rows as { valid: boolean }[]
    if (index?.valid === true) continue
    if (index !== undefined) await client.query(`drop index concurrently public."${name}"`)
    await client.query(statement)
  }
}

function concurrentIndexes(folder: string): { name: string; statement: string }[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.concurrent.sql'))
    .toSorted()
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('--> statement-breakpoint')
        .map((statement) => {
          const name = STATEMENT.exec(statement)?.[1]
          if (name === undefined) throw new Error(`${file} may only have CREATE INDEX CONCURRENTLY "name"`)
          return { name, statement }
        }),
    )
}
