/**
 * `npm run budget`: what a first visit downloads, in KiB of brotli 11, against the bars of the README. Exits with 1
 * over any of them. Reads `dist/client` (`npm run build` first).
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { sitemap } from '../src/client/app/sitemap'

const CLIENT = 'dist/client'
const FIRST_LOAD_JS = 110
const FIRST_LOAD_CSS = 6
const LAZY_ROUTE = 45
const PRECACHE = 300

interface ManifestEntry {
  file: string
  imports?: string[]
  css?: string[]
}

const manifest = JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  ManifestEntry
>

function kib(file: string): number {
  const path = join(CLIENT, file)
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  return brotliCompressSync(readFileSync(path), options).length / 1024
}

/** All files that these modules bring by static import. */
function closure(names: readonly string[]): Set<string> {
  const files = new Set<string>()
  const visit = (name: string) => {
    const entry = manifest[name]
    if (entry === undefined || files.has(entry.file)) return
    files.add(entry.file)
    entry.css?.forEach((file) => files.add(file))
    entry.imports?.forEach(visit)
  }
  names.forEach(visit)
  return files
}

function sum(files: Iterable<string>, ending: string): number {
  return [...files].filter((file) => file.endsWith(ending)).reduce((total, file) => total + kib(file), 0)
}

const rows: { what: string; size: number; bar: number }[] = []
const entry = closure(['index.html'])
const routes = (sitemap.children ?? []).flatMap((child) =>
  child.type === 'index'
    ? [{ path: '/', file: child.file }]
    : child.type === 'route'
      ? [{ path: child.path, file: child.file }]
      : [],
)

for (const { path, file } of routes) {
  if (file === undefined || path.startsWith('/backoffice')) continue
  const module = `src/client/${file}?tsr-split=component---pendingComponent`
  if (manifest[module] === undefined)
    throw new Error(`No chunk of its own for ${path} (${module}): is it split?`)
  const page = closure(['index.html', module])
  if (path === '/' || path === '/events') {
    rows.push({ what: `first load of ${path}, JS`, size: sum(page, '.js'), bar: FIRST_LOAD_JS })
    rows.push({ what: `first load of ${path}, CSS`, size: sum(page, '.css'), bar: FIRST_LOAD_CSS })
  } else {
    const added = [...page].filter((name) => !entry.has(name))
    rows.push({ what: `${path} adds, JS`, size: sum(added, '.js'), bar: LAZY_ROUTE })
  }
}

const worker = readFileSync(join(CLIENT, 'sw.js'), 'utf8')
const precached = [...worker.matchAll(/"?url"?:\s*"([^"]+)"/g)].flatMap(([, url]) =>
  url === undefined ? [] : [url],
)
const backOffice = precached.filter((url) => url.includes('back-office'))
rows.push({
  what: `precache (${precached.length} files)`,
  size: precached.filter((url) => existsSync(join(CLIENT, url))).reduce((total, url) => total + kib(url), 0),
  bar: PRECACHE,
})
// Not what is in the folder: chunks of builds before are there, too.
const backOfficeChunks = Object.values(manifest).filter(({ file }) =>
  /^assets\/back-office\/.*\.js$/.test(file),
)

let isOver = false
for (const { what, size, bar } of rows) {
  const over = size > bar
  isOver ||= over
  process.stdout.write(
    `${over ? 'OVER' : 'ok  '} ${what.padEnd(36)} ${size.toFixed(1).padStart(6)} of ${bar} KiB\n`,
  )
}
if (precached.length === 0 || backOfficeChunks.length === 0 || backOffice.length > 0) {
  process.stdout.write(
    `OVER precache: ${precached.length} files, of the back office: ${backOffice.join(', ') || 'none'}\n`,
  )
  isOver = true
}
process.exitCode = isOver ? 1 : 0
