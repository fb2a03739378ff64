/**
 * `node --import tsx tests/read-feeds/read-feeds.ts`: the feeds as Debian's parsers read them: python3-icalendar, python3-vobject, khal,
 * python3-feedparser, xmllint. In CI root installs them. Where one is missing, one line that begins with `not run:` says so.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installPackages, mayInstall } from '../on-debian/debian-packages'

const IS_THERE = {
  'python3-icalendar': () => imports('icalendar'),
  'python3-vobject': () => imports('vobject'),
  'python3-feedparser': () => imports('feedparser'),
  khal: () => existsSync('/usr/bin/khal'),
  'libxml2-utils': () => existsSync('/usr/bin/xmllint'),
}

function imports(module: string): boolean {
  return spawnSync('/usr/bin/python3', ['-c', `import ${module}`]).status === 0
}

function missingPackages(): string[] {
  return Object.entries(IS_THERE).flatMap(([name, isThere]) => (isThere() ? [] : [name]))
}

const wanted = missingPackages()
if (wanted.length > 0 && mayInstall()) installPackages(wanted)
const missing = missingPackages()
if (missing.length > 0) {
  process.stdout.write(`not run: the feeds in other parsers. They need Debian's ${missing.join(', ')}.\n`)
} else {
  const { status } = spawnSync(
    'node_modules/.bin/vitest',
    ['run', '--project', 'api', 'tests/api/events/feeds-in-other-parsers.test.ts'],
    { stdio: 'inherit', env: { ...process.env, FEED_READERS: '1' } },
  )
  process.exitCode = status ?? 1
}
