import { setTimeout as wait } from 'node:timers/promises'
import { statusOf } from './guide-cluster'

const READERS = 10
/** The pause of one reader, so that the load is that of visitors and not of a flood. */
const PAUSE_MS = 30

export interface Reading {
  count: number
  /** One sentence each. */
  failures: string[]
}

/** Visitors who read these paths in turn until `stop` is called. */
export function startReading(address: string, paths: readonly string[]): { stop(): Promise<Reading> } {
  const stopping = new AbortController()
  let count = 0
  const failures: string[] = []
  const read = async (first: number) => {
    for (let turn = first; !stopping.signal.aborted; turn += 1) {
      const path = paths[turn % paths.length] ?? '/'
      const status = await statusOf(address + path)
      count += 1
      if (status !== 200) failures.push(`GET ${path} got ${status}`)
      await wait(PAUSE_MS)
    }
  }
  const all = Promise.all(Array.from({ length: READERS }, (_, index) => read(index)))
  return {
    async stop() {
      stopping.abort()
      await all
      return { count, failures }
    },
  }
}
