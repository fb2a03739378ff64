import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { KEPT_MS, bringBack, setAside } from '../tools/build'

const NOW_MS = Date.UTC(2026, 10, 21)
const BUILT_AT = new Date('2026-01-05T10:00:00Z')

let dir: string
beforeEach(async () => void (dir = await mkdtemp(join(tmpdir(), 'events-build-'))))
afterEach(() => rm(dir, { recursive: true, force: true }))

async function write(path: string, text = path): Promise<string> {
  const file = join(dir, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  await utimes(file, BUILT_AT, BUILT_AT)
  return file
}

const assets = () => join(dir, 'client/assets')

/** Does what a build does to the folder: empties it, then writes its own files. */
async function writeBuild(files: string[], version = ''): Promise<void> {
  await rm(assets(), { recursive: true, force: true })
  for (const file of files) await write(`client/assets/${file}`, `${file}${version}`)
  const chunks = files.filter((file) => file.endsWith('.js')).map((file) => ({ file: `assets/${file}` }))
  await write('client/.vite/manifest.json', JSON.stringify({ ...chunks }))
}

async function build(files: string[], { nowMs = NOW_MS, version = '' } = {}): Promise<void> {
  await setAside(dir, nowMs)
  await writeBuild(files, version)
  await bringBack(dir, nowMs)
}

async function served(): Promise<string[]> {
  const entries = await readdir(assets(), { recursive: true })
  return entries.filter((name) => name.includes('.')).toSorted()
}

describe('chunks of a build that was replaced', () => {
  it('stay with their compressed files, as they were', async () => {
    await build(['app-1.js', 'app-1.js.br', 'app-1.js.gz', 'back-office/users-1.js'])
    await build(['app-2.js'])
    expect(await served()).toEqual([
      'app-1.js',
      'app-1.js.br',
      'app-1.js.gz',
      'app-2.js',
      'back-office/users-1.js',
    ])
    expect(await readFile(join(assets(), 'app-1.js'), 'utf8')).toBe('app-1.js')
  })

  it('never take the place of a file of the new build', async () => {
    await build(['app-1.js'])
    await build(['app-1.js'], { version: ' of the second build' })
    expect(await readFile(join(assets(), 'app-1.js'), 'utf8')).toBe('app-1.js of the second build')
  })

  it('stay for 30 days from the build that replaced them, however old they are and whatever is built between', async () => {
    await build(['app-1.js'], { nowMs: NOW_MS - 10 * KEPT_MS })
    await build(['app-2.js'])
    await build(['app-3.js'], { nowMs: NOW_MS + KEPT_MS - 1 })
    expect(await served()).toEqual(['app-1.js', 'app-2.js', 'app-3.js'])
    await build(['app-4.js'], { nowMs: NOW_MS + KEPT_MS })
    expect(await served()).toEqual(['app-2.js', 'app-3.js', 'app-4.js'])
  })

  it('are retained from the last build that had them', async () => {
    await build(['app-1.js'])
    await build(['app-2.js'])
    await build(['app-1.js'], { nowMs: NOW_MS + KEPT_MS / 2 })
    await build(['app-3.js'], { nowMs: NOW_MS + KEPT_MS })
    expect(await served()).toContain('app-1.js')
  })

  it('are not lost when a build is killed in between', async () => {
    await build(['app-1.js'])
    await setAside(dir, NOW_MS)
    await writeBuild(['app-2.js'])
    await build(['app-3.js'])
    expect(await served()).toEqual(['app-1.js', 'app-2.js', 'app-3.js'])
  })

  it('stay in place while the next build is made, because it may fail', async () => {
    await build(['app-1.js'])
    await setAside(dir, NOW_MS)
    expect(await served()).toEqual(['app-1.js'])
  })

  it('leave nothing else behind', async () => {
    await build(['app-1.js'])
    await build(['app-2.js'])
    expect((await readdir(dir)).toSorted()).toEqual(['client'])
  })
})
