import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
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
    'client/back-office/layout',
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

/** Import cycles, type imports included; each is written as its path. */
function cyclesAmong(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const path: string[] = []
  const cycles: string[] = []
  const visit = (file: string): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (done.has(file) || path.includes(file)) return
    path.push(file)
    for (const imported of imports.get(file) ?? []) visit(imported)
    path.pop()
    done.add(file)
  }
  for (const file of imports.keys()) visit(file)
  return cycles
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
/** The pattern leaves out `import()`: a lazy module may use the types of its importer. */
const STATIC_IMPORT = /(?:from|import)\s*'(@\/[^']+|\.{1,2}\/[^']+)'/g

/** The package of an import that is still there when the types are gone. */
const PACKAGE_IMPORT =
  /(?:^(?:import|export)\b(?! type)[^;'"]*?|\bimport\()'((?:@[\w-]+\/)?[\w-][\w.-]*)[^']*'/gm
/** Bundled with all that they import, or read by a build alone. */
const NOT_FOR_NODE = /^(?:service-worker|client\/design-system\/theme)\//

const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  devDependencies: Record<string, string>
}

function importsOf(file: string, kind = ANY_IMPORT): string[] {
  const source = readFileSync(file, 'utf8')
  const found = source.matchAll(kind)
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

function moduleOf(file: string): string {
  return relative(SRC, file).replace(/\.tsx?$/, '')
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

  it('has no cycles', () => {
    const imports = new Map(
      FILES.map((file) => [
        moduleOf(file),
        importsOf(file, STATIC_IMPORT).map((imported) => moduleOf(imported)),
      ]),
    )
    expect(cyclesAmong(imports)).toEqual([])
  })

  it('would find a cycle', () => {
    const imports = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b']],
    ])
    expect(cyclesAmong(imports)).toEqual(['b → c → b'])
  })

  it('has a layer for every file but the site', () => {
    const homeless = FILES.filter((file) => layerOf(file) === undefined).map((file) => relative(SRC, file))
    expect(homeless.filter((file) => !file.startsWith('site/'))).toEqual([])
  })

  it('would find a feature that imports its sibling', () => {
    const file = join(SRC, 'client/features/home/home-page.tsx')
    expect(forbidden(file, join(SRC, 'client/features/event/event-page'))).toBe(true)
    expect(forbidden(file, join(SRC, 'client/shared/programme/event-card'))).toBe(false)
  })

  it('has no folder with more than 20 files directly in it, and no file over 250 lines', () => {
    const counts = new Map<string, number>()
    for (const file of FILES) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count > 20).map(([dir]) => relative(SRC, dir))).toEqual([])
    const long = FILES.filter(
      (file) =>
        !/\.(test|test-d|fixture)\.tsx?$/.test(file) && readFileSync(file, 'utf8').split('\n').length > 251,
    )
    expect(long.map((file) => relative(SRC, file))).toEqual([])
  })

  it('runs without what only builds and tests need, which a container does not have', () => {
    const run = FILES.filter(
      (file) => !/\.(?:test|test-d|fixture)\.tsx?$/.test(file) && !NOT_FOR_NODE.test(relative(SRC, file)),
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
})
