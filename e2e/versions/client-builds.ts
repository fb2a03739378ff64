import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** The files of a build as browsers get them: path below its folder → content. */
export type ClientBuild = ReadonlyMap<string, Buffer>

/** The product that is tested. */
export const todaysBuild = (): Promise<ClientBuild> => readBuild('dist/client')

/** Another build of today's sources, in which every hashed file has another name. */
export async function nextBuild(): Promise<ClientBuild> {
  const folder = ownFolder('next')
  await run(folder)
  return readBuild(folder)
}

/** A build with the kill switch in place of its worker. */
export async function killed(build: ClientBuild): Promise<ClientBuild> {
  const folder = ownFolder('killed')
  await run(folder, '--kill-worker')
  return new Map([...build, ['sw.js', await readFile(join(folder, 'sw.js'))]])
}

/** Workers that run side by side build side by side. */
const ownFolder = (name: string) => `dist/${name}-${process.env['TEST_PARALLEL_INDEX'] ?? 0}`

async function readBuild(folder: string): Promise<ClientBuild> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    // The names of a build's chunks are how those of the build before are told from it (tools/build).
    .filter((path) => !path.startsWith('.vite') || path === '.vite/manifest.json')
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path))] as const)),
  )
}

/** Runs in a process of its own: Vite reads NODE_ENV, and a build blocks. */
async function run(...args: string[]): Promise<void> {
  const builder = spawn(process.execPath, ['--import', 'tsx', 'e2e/versions/build-next.ts', ...args], {
    stdio: 'inherit',
  })
  const [code] = (await once(builder, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`building ${args.join(' ')} failed`)
}
