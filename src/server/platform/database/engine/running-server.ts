import type { PoolConfig } from 'pg'
import type { Account } from './run-program'

/** The place of a server: the engine's directory, the cluster in it, PostgreSQL's programs, its account. */
export interface ServerPlace {
  home: string
  cluster: string
  binDir: string
  account: Account | undefined
}

export interface RunningServer {
  /** The options of a connection, without the database's name. */
  connection: PoolConfig
  /** Settles when the server has ended, stopped by us or not; never rejects. */
  exited: Promise<void>
  /** Ends sessions, writes everything down, waits until the server is gone. */
  stop(): Promise<void>
}
