/**
 * Builds what is stale: the client with its service worker (`dist/client`), the server's rendering of it
 * (`dist/ssr`) and the server (`dist/server`). `--force` builds all of it. `--kill-worker` puts the kill switch in place of the service
 * worker, until the next build without it; `--keep-worker` (`npm start`) leaves it as the last build had it. `--fast` (`npm test`)
 * compresses nothing.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import generate, { compileMessages } from './codegen'
import { backOfficeBundle } from './bundle/client-bundle'
import { killSwitchBundle } from './bundle/kill-switch'
import { carryOver, placesIn, setAside } from './bundle/replaced-chunks'
import { serverBundle } from './bundle/server-bundle'
import { fingerprint, readStamp, unlessStamped } from './bundle/stamp'

/** Stands at the end of the stamp of a build whose worker is the kill switch. */
const KILLED = ' worker killed'
const STAMP = 'dist/.stamp'
const INPUTS = [
  'src',
  'public',
  'index.html',
  'back-office.html',
  'vite.config.ts',
  'panda.config.ts',
  'postcss.config.mjs',
  'package-lock.json',
  'tsconfig.json',
  'tools',
]

interface BuildOptions {
  /** Builds what is up to date, too. */
  force: boolean
  /** Whether the kill switch takes the place of the worker; undefined: as in the last build. */
  killsWorker: boolean | undefined
  /** Whether the compressed files, which nobody reads in a test, are left out. */
  isFast: boolean
}

/** Resolves with whether there was anything to build. */
async function buildStale({ force, killsWorker, isFast }: BuildOptions): Promise<boolean> {
  const isKilled = killsWorker ?? readStamp(STAMP)?.endsWith(KILLED) ?? false
  const inputs = fingerprint(INPUTS)
  const stamp = { file: STAMP, fingerprint: isKilled ? inputs + KILLED : inputs, force }
  const didBuild = await unlessStamped(stamp, () => buildAll(isKilled))
  if (!isFast && !existsSync('dist/client/index.html.br')) await precompress('dist/client')
  return didBuild
}

async function buildAll(isWorkerKilled: boolean): Promise<void> {
  process.env.NODE_ENV = 'production'
  await generate()
  await compileMessages('src/messages/compiled/split', 'message-modules')
  // Vite is loaded only now: a start with nothing to build does not wait for it.
  const { build } = await import('vite')
  const chunks = placesIn('dist')
  await setAside(chunks)
  // Panda reads its configuration anew for each build (panda.config.ts).
  process.env.STYLES_OF = 'guide'
  await build({ logLevel: 'warn', mode: 'production' })
  delete process.env.STYLES_OF
  if (isWorkerKilled) await build(killSwitchBundle('dist/client'))
  await build(backOfficeBundle('dist/client'))
  await build({
    logLevel: 'warn',
    mode: 'production',
    build: { ssr: 'src/client/app/entry-server.tsx', outDir: 'dist/ssr', emptyOutDir: true },
  })
  await build(serverBundle('dist/server'))
  // This comes last: the precache was made of the new files alone.
  await carryOver(chunks, Date.now())
}

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|txt)$/

/** Writes a `.br` (brotli 11) and a `.gz` beside every text file, so that the server never compresses a file twice. */
async function precompress(dir: string): Promise<void> {
  const names = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
  for (const entry of files) {
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
    await Promise.all([
      promisify(brotliCompress)(bytes, options).then((small) => writeFile(`${path}.br`, small)),
      promisify(gzip)(bytes, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
    ])
  }
}

const has = (option: string) => process.argv.includes(option)

if (process.argv[1]?.endsWith('build.ts')) {
  const didBuild = await buildStale({
    force: has('--force'),
    killsWorker: has('--keep-worker') ? undefined : has('--kill-worker'),
    isFast: has('--fast'),
  })
  process.stdout.write(didBuild ? 'Built into dist/.\n' : 'Nothing to build: dist/ is up to date.\n')
  if (readStamp(STAMP)?.endsWith(KILLED)) process.stdout.write('The service worker is the kill switch.\n')
}
