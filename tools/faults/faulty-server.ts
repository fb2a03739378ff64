import { startServerProcess } from '../../tests/support/server-process'
import type { ServerProcess } from '../../tests/support/server-process'

export interface FaultReport {
  name: string
  /** The failed checks. */
  problems: string[]
  facts: string
}

/** A built server that trusts our `X-Forwarded-For`, without a demonstration. */
export function startFaultyServer(env: Record<string, string>): ServerProcess {
  return startServerProcess({
    PORT: '0',
    DEMO: 'off',
    TRUST_PROXY: 'on',
    PUBLIC_ORIGIN: 'http://localhost',
    LOG_LEVEL: 'silent',
    ...env,
  })
}
