import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Figures } from '../pages/measures'

/**
 * The size of the files that the worker of this build downloads before a phone needs no network, and the room that they take
 * there.
 */
export function precacheSize(clientDir: string): Figures {
  const worker = readFileSync(join(clientDir, 'sw.js'), 'utf8')
  const urls = [...worker.matchAll(/"?url"?:\s*"([^"]+)"/g)].flatMap(([, url]) => url ?? [])
  const files = urls.map((url) => join(clientDir, url)).filter((file) => existsSync(file))
  const compressed = files.map((file) => (existsSync(`${file}.br`) ? `${file}.br` : file))
  return {
    'precache as downloaded, KB': sum(compressed) / 1000,
    'precache as stored, KB': sum(files) / 1000,
  }
}

function sum(files: readonly string[]): number {
  return files.reduce((total, file) => total + statSync(file).size, 0)
}
