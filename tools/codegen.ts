/**
 * Writes what is generated where it is missing or made of something else than what is there now: Panda's `styled-system` and Paraglide's
 * `src/messages/compiled` (not committed), and the route tree of the sitemap (committed). Types, tests, `npm run dev` and builds call it.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CompilerOptions } from '@inlang/paraglide-js'

const INPUTS = [
  'package-lock.json',
  'panda.config.ts',
  'src/client/app/sitemap.ts',
  'src/client/design-system/theme',
  'src/contract/pages.ts',
  'src/messages/en',
  'src/messages/pt',
  'src/messages/project.inlang/settings.json',
  'tools/codegen.ts',
]
const MESSAGES = 'src/messages/compiled'
/**
 * Holds the digest of what the last run read. The times of the files would not do: reading the settings writes them anew in a fresh
 * clone, and the steps of the gate that run side by side would then all generate under each other's eyes.
 */
const STAMP = `${MESSAGES}/.generated`

export default async function generate(): Promise<void> {
  const digest = createHash('sha256')
  for (const path of INPUTS.flatMap(filesOf)) digest.update(path).update(readFileSync(path))
  const inputs = digest.digest('hex')
  const isFresh = existsSync(STAMP) && existsSync('styled-system')
  if (isFresh && readFileSync(STAMP, 'utf8') === inputs) return
  // It takes as long as all the rest, and the machine has more than one core.
  const styledSystem = promisify(execFile)(process.execPath, [
    'node_modules/@pandacss/dev/bin.js',
    'codegen',
    '--silent',
  ])
  await compileMessages(MESSAGES, 'locale-modules')
  await writeRouteTree()
  await styledSystem
  writeFileSync(STAMP, inputs)
}

function filesOf(path: string): string[] {
  return statSync(path).isDirectory()
    ? readdirSync(path)
        .toSorted()
        .flatMap((name) => filesOf(join(path, name)))
    : [path]
}

/**
 * Node reads all messages from two files (`locale-modules`); the build has a module for each (`message-modules`), so that a chunk
 * has only those that it shows.
 */
export async function compileMessages(
  outdir: string,
  outputStructure: CompilerOptions['outputStructure'] & {},
): Promise<void> {
  const { compile } = await import('@inlang/paraglide-js')
  await compile({
    project: './src/messages/project.inlang',
    outdir,
    outputStructure,
    // The visitor's choice, else the browser's language, else English (rules 10).
    strategy: ['cookie', 'preferredLanguage', 'baseLocale'],
    cookieName: 'lang',
    cookieMaxAge: 365 * 86_400,
    emitTsDeclarations: false,
  })
  // The plurals of `pt` are Brazil's, in which nought is singular: the Portuguese here is Portugal's.
  const file = `${outdir}/registry.js`
  const compiled = readFileSync(file, 'utf8')
  const european = compiled.replace(
    'Intl.PluralRules(locale,',
    `Intl.PluralRules(locale === 'pt' ? 'pt-PT' : locale,`,
  )
  if (european === compiled) throw new Error(`${file} takes its plurals from elsewhere now`)
  writeFileSync(file, `${european}\n${ISOLATE}`)
  const folder = `${outdir}/messages`
  for (const path of readdirSync(folder).map((name) => join(folder, name))) {
    const sentences = readFileSync(path, 'utf8')
    const isolated = sentences.replaceAll(PERSONS_WORDS, '${isolate($1)}')
    if (isolated !== sentences) writeFileSync(path, `${isolated}\nimport { isolate } from '../registry.js'\n`)
  }
  for (const kind of ['error', 'problem']) writeSentencesByCode(outdir, `${kind}s`, kind)
  for (const kind of ['error', 'reason', 'note', 'csv'])
    writeSentencesByCode(outdir, 'import', `import_${kind}`)
  for (const kind of ['action', 'job']) writeSentencesByCode(outdir, 'back-office-dashboard', `admin_${kind}`)
}

/** Messages under the code that they are the sentence of (`src/messages/error-text.ts`): a lookup in all would have all in the bundle. */
function writeSentencesByCode(outdir: string, area: string, kind: string): void {
  const messages = JSON.parse(readFileSync(`src/messages/en/${area}.json`, 'utf8')) as Record<string, unknown>
  const names = Object.keys(messages).filter((name) => name.startsWith(`${kind}_`))
  const exported = names.map(
    (name) => `export { ${name} as ${name.slice(kind.length + 1)} } from './messages.js'`,
  )
  writeFileSync(`${outdir}/${kind}s.js`, `${exported.join('\n')}\n`)
  const codes = JSON.stringify(names.map((name) => name.slice(kind.length + 1)))
  writeFileSync(
    `${outdir}/${kind}-codes.ts`,
    `export const ${kind.toUpperCase()}_CODES = ${codes} as const\n`,
  )
}

/** What people write keeps its own direction within a sentence: a Hebrew title its '!' (as `<bdi>` does on a page). */
const PERSONS_WORDS = /\$\{(i\?\.(?:name|title|titles|place|reason|text|tag|note))\}/g
const ISOLATE = String.raw`
/** @type {(words: unknown) => unknown} */
export const isolate = (words) => /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/.test(String(words)) ? '\u2068' + words + '\u2069' : words
`

async function writeRouteTree(): Promise<void> {
  const { Generator, getConfig } = await import('@tanstack/router-generator')
  const { sitemap } = await import('../src/client/app/sitemap')
  const root = process.cwd()
  const config = getConfig(
    {
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/client',
      generatedRouteTree: 'src/client/app/route-tree.gen.ts',
      virtualRouteConfig: sitemap,
      disableLogging: true,
    },
    root,
  )
  await new Generator({ config, root }).run()
}

if (process.argv[1]?.endsWith('codegen.ts')) await generate()
