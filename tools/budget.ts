/**
 * `npm run budget`: what a visit downloads, in KiB of brotli, against limits with 5 % of room. Exits with 1 over any of them, and when a
 * chunk of the back office is needed by a public page or is in the precache. Reads `dist/client` (`npm run build` first).
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { PUBLIC_PAGES } from '../src/contract/pages'

const LIMITS = { 'first load': 179, 'largest route': 365, precache: 671 }

const CLIENT = 'dist/client'
const read = (file: string) => readFileSync(join(CLIENT, file), 'utf8')
type Manifest = Record<string, { file: string; imports?: string[] }>
const manifest = JSON.parse(read('.vite/manifest.json')) as Manifest

/** The scripts that these modules import at once, directly or not. */
function scriptsOf(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const { file, imports = [] } = manifest[name] ?? { file: '' }
    if (file === '' || found.has(file)) continue
    found.add(file)
    scriptsOf(imports, found)
  }
  return found
}

const sizes = new Map<string, number>()
/** Brotli 11, as it is served; the gate's build compresses nothing. */
function bytesOf(file: string): number {
  const bytes = readFileSync(join(CLIENT, file))
  if (!/\.(?:js|css|html|svg|webmanifest)$/.test(file)) return bytes.length
  return existsSync(join(CLIENT, `${file}.br`))
    ? statSync(join(CLIENT, `${file}.br`)).size
    : brotliCompressSync(bytes).length
}

function kib(files: Iterable<string>): number {
  let sum = 0
  for (const file of files) {
    if (!sizes.has(file)) sizes.set(file, bytesOf(file))
    sum += sizes.get(file) ?? 0
  }
  return sum / 1024
}

const failures: string[] = []
function check(what: keyof typeof LIMITS, files: ReadonlySet<string>, detail: string): void {
  const size = kib(files)
  const line = `${what}: ${size.toFixed(1)} of ${LIMITS[what]} KiB in ${files.size} files (${detail})`
  process.stdout.write(`${line}\n`)
  if (size > LIMITS[what]) failures.push(line)
  const strays = [...files].filter((file) => file.startsWith('assets/back-office/'))
  if (strays.length > 0) failures.push(`${what} has chunks of the back office: ${strays.join(', ')}`)
}

const pages = PUBLIC_PAGES.map(({ path, file }) => {
  const start = `src/client/${file}?tsr-split=component`
  const names = Object.keys(manifest).filter((name) => name.startsWith(start))
  return { path, scripts: scriptsOf(['index.html', ...names]) }
})
for (const { path, scripts } of pages)
  if (path === '/' || path === '/events') check('first load', scripts, path)
const [largest] = pages.toSorted((one, other) => kib(other.scripts) - kib(one.scripts))
if (largest) check('largest route', largest.scripts, largest.path)
const precached = [...read('sw.js').matchAll(/"?url"?:\s*"([^"]+)"/g)].flatMap(([, url]) => url ?? [])
check('precache', new Set(precached), 'the whole app')
for (const failure of failures) process.stdout.write(`FAILED ${failure}\n`)
process.exitCode = failures.length === 0 ? 0 : 1
