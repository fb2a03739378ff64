import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * The table of imports (docs/contributing.md). A folder may always import itself, `site` and generated files. `*` stands for one
 * folder name: `client/features/*` are siblings that never import each other. `client/shared` holds folders by subject and no
 * loose files.
 */
const MAY_IMPORT: Record<string, string[]> = {
  domain: [],
  contract: ['domain'],
  messages: ['domain', 'contract'],
  offline: ['domain', 'contract'],
  'service-worker': ['domain', 'contract', 'offline', 'messages'],
  'client/design-system': [],
  'client/shared': ['client/design-system', 'offline', 'contract', 'domain', 'messages'],
  'client/features/*': ['client/shared', 'client/design-system', 'offline', 'contract', 'domain', 'messages'],
  'client/back-office/*': [
    'client/back-office/shared',
    'client/back-office/activity',
    'client/shared',
    'client/design-system',
    'offline',
    'contract',
    'domain',
    'messages',
  ],
  'client/app': ['client', 'offline', 'contract', 'domain', 'messages'],
  'server/platform': ['domain'],
  'server/platform/mail': ['domain', 'messages', 'server/platform/process'],
  'server/platform/push': ['domain', 'server/identity', 'server/platform/process'],
  'server/config': ['domain', 'contract', 'server/identity'],
  'server/identity': ['domain', 'contract', 'server/config', 'server/platform/process'],
  'server/backup': ['domain', 'server/platform', 'server/config'],
  'server/administration': [
    'domain',
    'server/platform',
    'server/config',
    'server/http',
    'server/modules/auth',
  ],
  'server/jobs': ['domain', 'contract', 'messages', 'server/http', 'server/platform'],
  'server/http': ['domain', 'contract', 'messages', 'server/platform'],
  'server/modules/*': [
    'domain',
    'contract',
    'messages',
    'server/http',
    'server/platform',
    'server/identity',
    'server/jobs',
  ],
  server: ['domain', 'contract', 'messages', 'server'],
}

const FORBIDDEN_NAMES =
  /^(utils?|helpers?|common|misc|lib|types|hooks|components|core|services|managers|index)(\.tsx?)?$/

const SRC = join(process.cwd(), 'src')

function filesBelow(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name)
    if (statSync(path).isDirectory())
      return name === 'compiled' || name === 'migrations' ? [] : filesBelow(path)
    return /\.tsx?$/.test(name) && !name.endsWith('.gen.ts') ? [path] : []
  })
}

/** The layer a file under `src` belongs to, with its own folder in place of `*`. */
function layerOf(file: string): { rule: string; layer: string } | undefined {
  const parts = relative(SRC, file).split('/')
  const matches = Object.keys(MAY_IMPORT).flatMap((rule) => {
    const pattern = rule.split('/')
    const fits =
      pattern.length < parts.length && pattern.every((part, i) => part === '*' || part === parts[i])
    return fits ? [{ rule, layer: parts.slice(0, pattern.length).join('/') }] : []
  })
  return matches.toSorted((a, b) => b.rule.length - a.rule.length)[0]
}

const ANY_IMPORT = /(?:from|import)\s*\(?\s*'(@\/[^']+|\.{1,2}\/[^']+)'/g
/** The package of an import that is still there when the types are gone. */
const PACKAGE_IMPORT =
  /(?:^(?:import|export)\b(?! type)[^;'"]*?|\bimport\()'((?:@[\w-]+\/)?[\w-][\w.-]*)[^']*'/gm
/** Bundled with all that they import, or read by a build alone. */
const NOT_FOR_NODE = /^(?:service-worker|client\/design-system\/theme)\//

const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  devDependencies: Record<string, string>
}

function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const found = source.matchAll(ANY_IMPORT)
  return [...found].map(([, path = '']) =>
    path.startsWith('@/')
      ? join(SRC, path.slice(2)).replace(/\.tsx?$/, '')
      : normalize(join(dirname(file), path)).replace(/\.tsx?$/, ''),
  )
}

function forbidden(file: string, imported: string): boolean {
  const from = layerOf(file)
  const target = relative(SRC, imported)
  if (from === undefined || target.startsWith('site/') || target.startsWith('messages/compiled')) return false
  const inside = (layer: string) => target === layer || target.startsWith(`${layer}/`)
  if (inside(from.layer)) return false
  return !MAY_IMPORT[from.rule]?.some(inside)
}

const FILES = filesBelow(SRC)

describe('the layers', () => {
  it('lets no file import from a layer that its own may not know', () => {
    const wrong = FILES.filter((file) => !/\.test\.tsx?$/.test(file)).flatMap((file) =>
      importsOf(file)
        .filter((imported) => forbidden(file, imported))
        .map((imported) => `${relative(SRC, file)} → ${relative(SRC, imported)}`),
    )
    expect(wrong).toEqual([])
  })

  it('has a layer for every file but the site', () => {
    const homeless = FILES.filter((file) => layerOf(file) === undefined).map((file) => relative(SRC, file))
    expect(homeless.filter((file) => !file.startsWith('site/'))).toEqual([])
  })

  it('runs without what only builds and tests need, which a container does not have', () => {
    const run = FILES.filter(
      (file) => !/\.(?:test|fixture)\.tsx?$/.test(file) && !NOT_FOR_NODE.test(relative(SRC, file)),
    )
    const wrong = run.flatMap((file) => {
      const packages = [...readFileSync(file, 'utf8').matchAll(PACKAGE_IMPORT)].map(([, name = '']) => name)
      return packages
        .filter((name) => name in devDependencies)
        .map((name) => `${relative(SRC, file)} → ${name}`)
    })
    expect(wrong).toEqual([])
  })

  it('names nothing by its kind', () => {
    const names = FILES.flatMap((file) => relative(SRC, file).split('/'))
    expect([...new Set(names)].filter((name) => FORBIDDEN_NAMES.test(name))).toEqual([])
  })

  it('fetches in one place and opens IndexedDB in one folder', () => {
    const outside = FILES.filter((file) => {
      const path = relative(SRC, file)
      const source = readFileSync(file, 'utf8')
      const opens = /from 'dexie'|indexedDB\.open/.test(source) && !path.startsWith('offline/')
      const fetches = /(?<![.\w])fetch\(/.test(source) && /^(client|offline)\//.test(path)
      return !/\.test\.tsx?$/.test(path) && (opens || (fetches && !path.startsWith('offline/')))
    })
    expect(outside.map((file) => relative(SRC, file))).toEqual([])
  })

  it('has a lint that refuses in each runtime what only another has', () => {
    const dir = mkdtempSync(join(tmpdir(), 'events-lint-'))
    const wrong = ['domain', 'contract', 'offline', 'service-worker', 'server']
      .map((folder) => ({ folder, name: 'window' }))
      .concat({ folder: 'client', name: 'process' })
    for (const { folder, name } of wrong) {
      mkdirSync(join(dir, 'src', folder), { recursive: true })
      writeFileSync(join(dir, 'src', folder, 'wrong.ts'), `export const wrong = ${name}\n`)
    }
    cpSync('.oxlintrc.json', join(dir, '.oxlintrc.json'))
    const lint = spawnSync(resolve('node_modules/.bin/oxlint'), ['src'], { cwd: dir, encoding: 'utf8' })
    rmSync(dir, { recursive: true })
    for (const { folder } of wrong) expect(lint.stdout).toContain(`src/${folder}/wrong.ts`)
  })
})
