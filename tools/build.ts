/**
 * Builds the client with its service worker (`dist/client`), the server's rendering of it (`dist/ssr`) and the server (`dist/server`).
 * `--if-stale` (`npm start`) builds only when an input is newer than the last build. `--kill-worker` puts the kill switch in place of
 * the service worker; with `--if-stale` it stays there. `--fast` (`npm test`) compresses nothing.
 */
import { cp, mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { InlineConfig } from 'vite'
import { unlessMissing } from '@/server/platform/process/private-data-dir'
import generate, { compileMessages } from './codegen'

/** Written at the end of a build: a build that failed or was killed is none. Says whether its worker is the kill switch. */
const BUILT = 'dist/.built'
const KILLED = 'The service worker is the kill switch.\n'
const INPUTS = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'panda.config.ts',
  'postcss.config.mjs',
  'package-lock.json',
  'tsconfig.json',
  'tools',
]
/** Tests, and what codegen and tsc write beside the sources: each of them would make the build stale. */
const NO_INPUT = /\.test\.tsx?$|\/messages\/compiled\/|project\.inlang\/(?!settings\.json)|\.tsbuildinfo$/

/** How the server is bundled: its main program, and those that run in processes of their own. */
export function serverBundle(outDir: string): InlineConfig {
  return {
    ...plainBuild,
    build: {
      ssr: true,
      copyPublicDir: false,
      target: 'node20',
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        input: {
          main: 'src/server/main.ts',
          command: 'tools/command.ts',
          'reading-worker': 'src/server/modules/import/reading-worker.ts',
        },
        // The chunks are in one folder: the server starts the other programs by their names beside its own.
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  }
}

/** The kill switch in place of the service worker, which has been built into the same folder. */
export function killSwitchBundle(outDir: string): InlineConfig {
  return {
    ...plainBuild,
    build: {
      target: 'es2022',
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: 'src/service-worker/kill.ts',
        output: { entryFileNames: 'sw.js', format: 'iife' },
      },
    },
  }
}

/** A production build that reads no configuration file, nor Panda's, which would catch every later error of the process and go on. */
const plainBuild: InlineConfig = {
  configFile: false,
  css: { postcss: {} },
  logLevel: 'warn',
  mode: 'production',
  resolve: { tsconfigPaths: true },
}

/** How long the chunks of a build that was replaced are served: a tab that was opened before requests them. */
export const KEPT_MS = 30 * 86_400_000

/** Sets the chunks of the last build aside, dated by the moment that it is replaced; those from before it have their date. */
export async function setAside(dist: string, nowMs: number): Promise<void> {
  const manifest = await unlessMissing(readFile(join(dist, 'client/.vite/manifest.json'), 'utf8'))
  if (manifest === undefined) return
  const aside = join(dist, '.replaced')
  await cp(join(dist, 'client/assets'), aside, { recursive: true, preserveTimestamps: true })
  const chunks = Object.values(JSON.parse(manifest) as Record<string, { file: string; css?: string[] }>)
  for (const name of chunks.flatMap(({ file, css = [] }) => [file, ...css]))
    for (const suffix of ['', '.br', '.gz'])
      await unlessMissing(utimes(join(aside, relative('assets', name)) + suffix, nowMs / 1000, nowMs / 1000))
}

/** Brings back those that are not too old. This comes last: the precache is made of the new files alone. */
export async function bringBack(dist: string, nowMs: number): Promise<void> {
  const aside = join(dist, '.replaced')
  for (const path of await filesBelow(aside)) {
    const place = join(dist, 'client/assets', relative(aside, path))
    const isOld = nowMs - (await stat(path)).mtimeMs >= KEPT_MS
    if (isOld || (await unlessMissing(stat(place)))) continue
    await mkdir(dirname(place), { recursive: true })
    await rename(path, place)
  }
  await rm(aside, { recursive: true, force: true })
}

async function filesBelow(path: string): Promise<string[]> {
  const found = await unlessMissing(stat(path))
  if (!found?.isDirectory()) return found ? [path] : []
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

async function isStale(): Promise<boolean> {
  const built = await unlessMissing(stat(BUILT))
  if (built === undefined) return true
  const inputs = (await Promise.all(INPUTS.map(filesBelow))).flat().filter((path) => !NO_INPUT.test(path))
  const times = await Promise.all(inputs.map(async (path) => (await stat(path)).mtimeMs))
  return times.some((time) => time > built.mtimeMs)
}

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|txt)$/

/** Writes a `.br` (brotli 11) and a `.gz` beside every text file, so that the server never compresses a file twice. */
async function precompress(dir: string): Promise<void> {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  for (const path of (await filesBelow(dir)).filter((name) => COMPRESSIBLE.test(name))) {
    const bytes = await readFile(path)
    await Promise.all([
      promisify(brotliCompress)(bytes, options).then((small) => writeFile(`${path}.br`, small)),
      promisify(gzip)(bytes, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
    ])
  }
}

async function buildAll(isWorkerKilled: boolean, isFast: boolean): Promise<void> {
  // Panda catches what nobody else does, logs it and lets the process end well: until everything is built, it has not.
  process.exitCode = 1
  await rm(BUILT, { force: true })
  process.env.NODE_ENV = 'production'
  await generate()
  await compileMessages('src/messages/compiled/split', 'message-modules')
  // Vite is loaded only now: it reads NODE_ENV, and a start with nothing to build does not wait for it.
  const { build } = await import('vite')
  await setAside('dist', Date.now())
  await build({ logLevel: 'warn', mode: 'production' })
  if (isWorkerKilled) await build(killSwitchBundle('dist/client'))
  await build({ logLevel: 'warn', mode: 'production', build: { ssr: 'src/client/app/entry-server.tsx' } })
  await build(serverBundle('dist/server'))
  if (!isFast) await precompress('dist/client')
  await bringBack('dist', Date.now())
  await writeFile(BUILT, isWorkerKilled ? KILLED : '')
  process.exitCode = 0
}

if (process.argv[1]?.endsWith('build.ts')) {
  const isIfStale = process.argv.includes('--if-stale')
  const last = isIfStale ? await unlessMissing(readFile(BUILT, 'utf8')) : ''
  const isKilled = process.argv.includes('--kill-worker') || last === KILLED
  const isDone = isIfStale && !(await isStale())
  const isFast = process.argv.includes('--fast')
  if (!isDone) await buildAll(isKilled, isFast)
  else if (!isFast && !(await unlessMissing(stat('dist/client/index.html.br'))))
    await precompress('dist/client')
  process.stdout.write(isDone ? 'Nothing to build: dist/ is up to date.\n' : 'Built into dist/.\n')
  if (isKilled) process.stdout.write(KILLED)
}
