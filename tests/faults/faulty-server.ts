import { startServerProcess } from '../support/server/server-process'
import type { ServerProcess } from '../support/server/server-process'

export interface FaultReport {
  name: string
  /** The failed checks. */
  problems: string[]
  facts: string
}

/** A built server without a demonstration, and without limits, which a load of writes would meet. */
export function startFaultyServer(env: Record<string, string>): ServerProcess {
  return startServerProcess({ PORT: '0', DEMO: 'off', LIMITS: 'off', LOG_LEVEL: 'silent', ...env })
}
