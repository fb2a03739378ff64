import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'

// A server of the version before goes on while the tables are changed, and may be started again on them.

const FOLDER = 'src/server/platform/database/migrations'

/** The changes that break statements of the version before, or that it breaks. */
const BREAKING = [
  /\bdrop (?:table|column|type|view|function)\b/i,
  /\brename (?:to|column|constraint)\b/i,
  /\balter column "\w+" (?:set data type|type|set not null|drop default)/i,
  /\badd column "\w+" (?![^;]*\bdefault\b)[^;]*\bnot null\b/i,
]

const breaksUnmarked = (sql: string) =>
  !/^-- breaking: \S/m.test(sql) && BREAKING.some((change) => change.test(sql))

it('a migration that a running server of the version before cannot live with says so: `-- breaking: why`', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))
  expect(files.filter((name) => breaksUnmarked(readFileSync(`${FOLDER}/${name}`, 'utf8')))).toEqual([])
})

it.each([
  'ALTER TABLE "tags" DROP COLUMN "name";',
  'ALTER TABLE "tags" RENAME COLUMN "name" TO "title";',
  'ALTER TABLE "tags" ALTER COLUMN "name" SET NOT NULL;',
  'ALTER TABLE "tags" ADD COLUMN "icon" text NOT NULL;',
])('that includes %s', (sql) => {
  expect(breaksUnmarked(sql)).toBe(true)
  expect(breaksUnmarked(`-- breaking: it is written without it\n${sql}`)).toBe(false)
})

it.each([
  'ALTER TABLE "tags" ADD COLUMN "icon" text;',
  'ALTER TABLE "tags" ADD COLUMN "names" jsonb DEFAULT \'{}\'::jsonb NOT NULL;',
  'CREATE TABLE "tides" ("day" date PRIMARY KEY NOT NULL);',
])('and not %s', (sql) => expect(breaksUnmarked(sql)).toBe(false))
