import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { precacheManifest } from '../tools/bundle/precache-manifest'

const digest = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

it('has the digest of every file, and no script that a public page does not need', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'events-precache-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  await writeFile(join(folder, 'public.js'), 'export const a = 1')
  const entries = ['index.html', 'public.js', 'staff.js'].map((url) => ({ url, revision: null }))
  const manifest = await precacheManifest(entries, {
    folder: () => folder,
    isPublic: (file) => file !== 'staff.js',
  })
  expect(manifest).toEqual([
    { url: 'index.html', revision: null, integrity: digest('<!doctype html>') },
    { url: 'public.js', revision: null, integrity: digest('export const a = 1') },
  ])
})
