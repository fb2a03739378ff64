/**
 * `npm run budget`: what a first visit downloads, in KiB of brotli 11, against the limits below. Exits with 1
 * over any of them. Reads `dist/client` (`npm run build` first).
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { publicSitemap } from '../src/client/app/sitemap'
import { isOfBackOffice, needsNetwork, readModuleReport } from './bundle/client-chunks'

const CLIENT = 'dist/client'
const FIRST_LOAD_JS = 132
const FIRST_LOAD_CSS = 11
/** A form of events has 60 of libraries; the rest is what it knows of times, places, facts and drafts. */
const LAZY_ROUTE = 88
const PRECACHE = 540
/** Each file is a request that may fail on a beach: the worker is installed once all of them are there. */
const PRECACHE_FILES = 100
/** A first page requests fewer scripts than these, including those that it loads once the browser is idle. */
const FIRST_VISIT_SCRIPTS = 20
/** The pages that people come to by a link load no more scripts than these before they react. */
const LINKED_PAGES = ['/events/$id', '/add-event']
const LINKED_PAGE_SCRIPTS = 12
/** The entry imports these later, but not by itself: the other pages' parts, a toast, a list to choose from. */
const WAITS_FOR_PERSON =
  /\/client\/(?:features\/(?!home\/|events\/(?!map\/|near\/|filters\/fact-filters))|shared\/notifications\/toaster|design-system\/forms\/combobox-ark)/

interface ManifestEntry {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

const manifest = JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  ManifestEntry
>
const modules = readModuleReport(CLIENT)
const isJs = (file: string) => file.endsWith('.js')
const isCss = (file: string) => file.endsWith('.css')
const hasBackOffice = (file: string) => Object.keys(modules[file] ?? {}).some(isOfBackOffice)

const sizes = new Map<string, number>()
function kib(file: string): number {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  const size = sizes.get(file) ?? brotliCompressSync(readFileSync(join(CLIENT, file)), options).length / 1024
  sizes.set(file, size)
  return size
}

/** All files that these modules import at once, directly or not. */
function closure(names: readonly string[]): Set<string> {
  const files = new Set<string>()
  const visit = (name: string) => {
    const module = manifest[name]
    if (module === undefined || files.has(module.file)) return
    files.add(module.file)
    module.css?.forEach((file) => files.add(file))
    module.imports?.forEach(visit)
  }
  names.forEach(visit)
  return files
}

function sum(files: readonly string[]): number {
  return files.reduce((total, file) => total + kib(file), 0)
}

/** The owner of a module: its package, or the folder of our own code. */
function ownerOf(id: string): string {
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]
  const inSource = /\/(styled-system|src\/messages|src\/client\/[^/]+|src\/[^/]+)\//.exec(id)?.[1]
  return inPackage ?? inSource ?? 'bundler'
}

/** The largest parts of these files. A file's compressed bytes are shared out by the length of its modules: near enough to see who grew. */
function largest(files: readonly string[], count: number): [owner: string, size: number][] {
  const owners = new Map<string, number>()
  for (const file of files) {
    const lengths = Object.entries(modules[file] ?? {})
    const total = lengths.reduce((length, [, part]) => length + part, 0)
    for (const [id, length] of lengths) {
      const owner = ownerOf(id)
      owners.set(owner, (owners.get(owner) ?? 0) + (kib(file) * length) / total)
    }
  }
  return [...owners].toSorted((a, b) => b[1] - a[1]).slice(0, count)
}

const failures: string[] = []
function check(what: string, size: number, bar: number): void {
  // As it is shown: another name of a file makes a tenth of a KiB.
  const isOver = Number(size.toFixed(1)) > bar
  if (isOver) failures.push(what)
  const verdict = isOver ? 'OVER' : 'ok  '
  process.stdout.write(`${verdict} ${what.padEnd(44)} ${size.toFixed(1).padStart(6)} of ${bar} KiB\n`)
}

/** The entry, and what the page announces because the entry imports it a little later. */
const html = readFileSync(join(CLIENT, 'index.html'), 'utf8')
const announced = [...html.matchAll(/rel="modulepreload"[^>]*href="\/([^"]+)"/g)].map(([, file]) => file)
const ENTRY = Object.keys(manifest).filter(
  (name) => name === 'index.html' || announced.includes(manifest[name]?.file),
)
const entry = closure(ENTRY)
const later = (manifest['index.html']?.dynamicImports ?? []).filter((name) => {
  const parts = Object.keys(modules[manifest[name]?.file ?? ''] ?? {})
  return !parts.some((id) => WAITS_FOR_PERSON.test(id))
})
const firstLoads: [path: string, files: string[]][] = []
const publicFiles = new Set(entry)
for (const child of publicSitemap.children ?? []) {
  const path = child.type === 'route' ? child.path : '/'
  const file = child.type === 'route' || child.type === 'index' ? child.file : undefined
  // The route for unknown addresses has no page, but a not-found part.
  if (file === undefined || path === '/$') continue
  const split = `src/client/${file}?tsr-split=component---`
  const module = Object.keys(manifest).find((name) => name.startsWith(split))
  const isFirst = path === '/' || path === '/events'
  // The first pages come with the entry.
  if ((module === undefined) !== isFirst)
    throw new Error(`${path} (${file}) is ${isFirst ? 'split from' : 'part of'} the entry`)
  const page = [...closure(module === undefined ? ENTRY : [...ENTRY, module])]
  if (!needsNetwork(`/${module ?? split}`)) for (const name of page) publicFiles.add(name)
  if (isFirst) {
    const scripts = page.filter(isJs)
    firstLoads.push([path, scripts])
    check(`first load of ${path}, ${scripts.length} scripts`, sum(scripts), FIRST_LOAD_JS)
  } else {
    const added = page.filter((name) => isJs(name) && !entry.has(name))
    check(`${path} adds ${added.length} scripts`, sum(added), LAZY_ROUTE)
    const scripts = page.filter(isJs)
    if (LINKED_PAGES.includes(path) && scripts.length > LINKED_PAGE_SCRIPTS)
      failures.push(
        `${path}: ${scripts.length} scripts, more than ${LINKED_PAGE_SCRIPTS}: ${scripts.join(', ')}`,
      )
  }
}

const firstVisit = [...closure([...ENTRY, ...later])].filter(isJs)
process.stdout.write(
  `     and once idle, at most: ${firstVisit.length} scripts, ${sum(firstVisit).toFixed(1)} KiB\n`,
)
if (firstVisit.length >= FIRST_VISIT_SCRIPTS)
  failures.push(
    `first visit: ${firstVisit.length} scripts, not fewer than ${FIRST_VISIT_SCRIPTS}: ${firstVisit.join(', ')}`,
  )

// The manifest names the sheets: the folder also has those of earlier builds.
const sheets = [...new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]))].filter(
  isCss,
)
check(`style (${sheets.length} sheet)`, sum(sheets), FIRST_LOAD_CSS)
if (sheets.length !== 1) failures.push(`one style sheet, not ${sheets.length}: ${sheets.join(', ')}`)

const worker = readFileSync(join(CLIENT, 'sw.js'), 'utf8')
// The web manifest is in it twice (vite.config.ts).
const precached = [...new Set([...worker.matchAll(/"?url"?:\s*"([^"]+)"/g)].flatMap(([, url]) => url ?? []))]
const isPolyfill = (url: string) => url.startsWith('assets/temporal-polyfill-')
const shell = precached.filter((url) => existsSync(join(CLIENT, url)) && !isPolyfill(url))
check(`precache (${shell.length} files)`, sum(shell), PRECACHE)
if (shell.length > PRECACHE_FILES)
  failures.push(`precache: ${shell.length} files, more than ${PRECACHE_FILES}`)
const polyfill = precached.filter(isPolyfill)
if (polyfill.length !== 1) failures.push(`one polyfill of Temporal in the precache, not ${polyfill.length}`)
process.stdout.write(`     and where a browser has no Temporal: ${sum(polyfill).toFixed(1)} KiB\n`)
const intruders = precached.filter(hasBackOffice)
const missing = [...publicFiles].filter((file) => !precached.includes(file))
if (missing.length > 0)
  failures.push(`needed by a public page, but not in the precache: ${missing.join(', ')}`)
if (!Object.keys(modules).some(hasBackOffice)) failures.push('no chunk of the back office was found')
if (intruders.length > 0) failures.push(`of the back office in the precache: ${intruders.join(', ')}`)

for (const [path, files] of firstLoads) {
  const parts = largest(files, 12).map(([owner, size]) => `${owner} ${size.toFixed(1)}`)
  process.stdout.write(`\nLargest parts of ${path}, about: ${parts.join(' · ')}\n`)
}
for (const failure of failures) process.stdout.write(`OVER ${failure}\n`)
process.exitCode = failures.length === 0 ? 0 : 1
