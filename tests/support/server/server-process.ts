import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { build } from 'vite'
import { serverBundle } from '../../../tools/server-bundle'

const BUNDLE_DIR = 'node_modules/.cache/server-under-test'

/** Bundles the server as `npm start` does: from the sources each start would take seconds. */
export async function bundleServer(): Promise<void> {
  await build(serverBundle(BUNDLE_DIR))
}

/** A real server in a process of its own, without pages. */
export interface ServerProcess {
  process: ChildProcess
  /** Everything it has written so far. */
  output(): string
  /** Where it listens, once it says so; throws with its output when it ends before. */
  address(): Promise<string>
  /** Its exit code. */
  ended: Promise<number | null>
}

/** Starts the bundle, or another program, with nothing of our environment but what it needs. */
export function startServerProcess(
  env: Record<string, string>,
  program = resolve(BUNDLE_DIR, 'main.js'),
): ServerProcess {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH ?? '', TMPDIR: process.env.TMPDIR ?? '/tmp', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const readers: (() => void)[] = []
  const read = (bytes: Buffer) => {
    output += bytes.toString()
    for (const reader of readers) reader()
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const ended = new Promise<number | null>((settle) => {
    child.once('close', (code) => {
      settle(code)
      for (const reader of readers) reader()
    })
  })
  return {
    process: child,
    output: () => output,
    ended,
    address: () =>
      new Promise((settle, reject) => {
        const look = () => {
          const found = /(?:is at|listening on) (http:\/\/\S+)$/m.exec(output)?.[1]
          if (found !== undefined) settle(found)
          else if (child.exitCode !== null) reject(new Error(`the server ended: ${output}`))
        }
        readers.push(look)
        look()
      }),
  }
}
