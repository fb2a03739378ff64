/**
 * Builds what is stale: the client with its service worker (`dist/client`), the server's rendering of it
 * (`dist/ssr`) and the server (`dist/server`). `--force` builds all of it.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const STAMP = 'dist/.stamp'
const INPUTS = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'panda.config.ts',
  'package-lock.json',
  'tsconfig.json',
  'tools',
]

export async function buildStale({ force = false } = {}): Promise<boolean> {
  const stamp = fingerprint()
  if (!force && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return false
  process.env.NODE_ENV = 'production'
  await import('./codegen')
  // Only now: a start with nothing to build does not wait for them.
  const { build } = await import('vite')
  const { precompress } = await import('./precompress')
  await build({ logLevel: 'warn', mode: 'production' })
  await build({
    logLevel: 'warn',
    mode: 'production',
    build: { ssr: 'src/client/app/entry-server.tsx', outDir: 'dist/ssr', emptyOutDir: true },
  })
  await build({
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    resolve: { tsconfigPaths: true },
    build: {
      ssr: true,
      copyPublicDir: false,
      target: 'node20',
      outDir: 'dist/server',
      emptyOutDir: true,
      rolldownOptions: { input: { main: 'src/server/main.ts' } },
    },
  })
  await precompress('dist/client')
  writeFileSync(STAMP, stamp)
  return true
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const path of INPUTS.flatMap(filesBelow)) hash.update(path).update('\0').update(readFileSync(path))
  return hash.digest('hex')
}

function filesBelow(path: string): string[] {
  if (!existsSync(path) || path.includes('messages/compiled')) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesBelow(join(path, name)))
}

if (process.argv[1]?.endsWith('build.ts')) {
  const didBuild = await buildStale({ force: process.argv.includes('--force') })
  process.stdout.write(didBuild ? 'Built into dist/.\n' : 'Nothing to build: dist/ is up to date.\n')
}
