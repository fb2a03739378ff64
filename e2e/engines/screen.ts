import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

/** A screen for a browser that has no headless mode. */
export interface Screen {
  /** The number of the display, as in `DISPLAY`. */
  display: string
  close(): Promise<void>
}

/** Starts Xvfb on a number that is free. */
export async function startScreen(): Promise<Screen> {
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '820x1020x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const ended = once(xvfb, 'exit')
  const [number] = (await once(xvfb.stdio[3] as Readable, 'data')) as [Buffer]
  return {
    display: `:${number.toString().trim()}`,
    async close() {
      xvfb.kill()
      await ended
    },
  }
}
