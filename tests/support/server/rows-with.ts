import { sql } from 'drizzle-orm'
import type { TestApp } from './app'

/** Every row of every table that holds this text, in whatever case. */
export async function rowsWith({ db }: Pick<TestApp, 'db'>, text: string): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.execute<{ row: string }>(
      sql`select row::text as row from ${sql.identifier(name)} row where strpos(lower(row::text), lower(${text})) > 0`,
    )
    found.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return found
}
