import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

/** The `tsx` program makes SIGKILL of a SIGTERM when its child is busy for 60 ms: what has a database open could not close it. */
describe('what has a database open', () => {
  it('gets its signals itself as npm start', () => {
    expect(scripts.start).toBe('node tools/start.mjs')
  })

  it.each(['backup', 'restore', 'settle', 'admin'])('gets its signals itself as npm run %s', (name) => {
    expect(scripts[name]).toBe(`node --import tsx tools/command.ts ${name}`)
  })

  it.each([...readdirSync('tools').filter((name) => name.endsWith('.ts')), '../e2e/playwright.config.ts'])(
    'gets its signals itself when %s starts it',
    (name) => {
      const text = readFileSync(`tools/${name}`, 'utf8')
      expect(text).not.toMatch(/bin\/tsx['"` ][^\n]*(?:start|command|main)\.ts/)
    },
  )
})

it('needs no socket in TMPDIR, as the `tsx` program does, whose path may be too long for one', () => {
  const programs = Object.entries(scripts).filter(([, script]) => /(?:^|& )tsx /.test(script))
  expect(programs).toEqual([])
})

describe('docs/commands.md', () => {
  const documents = [readFileSync('docs/commands.md', 'utf8'), readFileSync('README.md', 'utf8')]

  it.each(Object.keys(scripts))('names npm run %s', (name) => {
    expect(documents[0]).toMatch(new RegExp(`\`(?:npm |npm run )?${name}[ \`]`))
  })

  it('names no command that is not there, and neither does the README', () => {
    const named = documents.flatMap((text) =>
      [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name),
    )
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})
