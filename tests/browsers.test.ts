import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** What a browser loads, or may load. */
const FOLDERS = ['client', 'contract', 'domain', 'messages', 'offline', 'service-worker', 'site']

/** The oldest browsers of the guide (docs/decisions.md) have none of these; a lookbehind makes a whole file a syntax error there. */
const TOO_NEW =
  /\(\?<[=!]|URL\.(?:canParse|parse)\b|\b(?:Object|Map)\.groupBy\b|Array\.fromAsync|Promise\.(?:withResolvers|try)\b|AbortSignal\.any|\.toWellFormed\b/

it.each(FOLDERS)('nothing in %s needs a newer browser than the guide promises', (folder) => {
  const sources = readdirSync(join('src', folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.d|\.test)\.tsx?$/.test(name))
    .map((name) => join('src', folder, name))
  expect(sources.filter((path) => TOO_NEW.test(readFileSync(path, 'utf8')))).toEqual([])
})
