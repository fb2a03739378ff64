import { spawn, type ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { serverBundle } from '../../../tools/build'

const BUNDLE_DIR = 'node_modules/.cache/server-under-test'

/** Bundles the server as `npm start` does: from the sources each start would take seconds. */
export async function bundleServer(): Promise<void> {
  const { build } = await import('vite')
  await build(serverBundle(BUNDLE_DIR))
}

/** A real server in a process of its own. */
export interface ServerProcess {
  process: ChildProcess
  /** The output so far. */
  output(): string
  /** Resolves with the address where it listens; throws with its output when it ends before. */
  address(): Promise<string>
  /** The exit code. */
  ended: Promise<number | null>
  /** Ends it as an operator does. */
  stop(): Promise<void>
}

interface StartOptions {
  /** The arguments of Node; default: the bundle, which has no pages. */
  args?: string[]
  /** Whether it runs with our environment, and its errors among ours. By default it gets nothing of our environment but what it needs. */
  inheritEnv?: boolean
}

/** Starts the bundle, or another program. */
export function startServerProcess(
  env: NodeJS.ProcessEnv,
  { args = [resolve(BUNDLE_DIR, 'main.js')], inheritEnv = false }: StartOptions = {},
): ServerProcess {
  const needed = { PATH: process.env.PATH ?? '', TMPDIR: process.env.TMPDIR ?? '/tmp' }
  const child = spawn(process.execPath, args, {
    env: { ...(inheritEnv ? process.env : needed), LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', inheritEnv ? 'inherit' : 'pipe'],
  })
  let output = ''
  const readers: (() => void)[] = []
  const read = (bytes: Buffer) => {
    output += bytes.toString()
    for (const reader of readers) reader()
  }
  child.stdout?.on('data', read)
  child.stderr?.on('data', read)
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
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
    address: () =>
      new Promise((settle, reject) => {
        const check = () => {
          const found = /(?:is at|listening on) (http:\/\/\S+)$/m.exec(output)?.[1]
          if (found !== undefined) settle(found)
          else if (child.exitCode !== null || child.signalCode !== null)
            reject(new Error(`the server ended: ${output}`))
        }
        readers.push(check)
        check()
      }),
  }
}
