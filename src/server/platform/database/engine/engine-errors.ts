/** Something about the machine or the data directory keeps the database from starting; the message says what to do. */
export class EngineError extends Error {
  override name = 'EngineError'
}

/** Another live server owns this data directory. */
export class EngineInUseError extends EngineError {
  override name = 'EngineInUseError'

  constructor(home: string, pid: string) {
    const owner = pid === '' ? 'Another server' : `Another server (process ${pid})`
    super(`${owner} already uses the database in ${home}. Stop it first, or choose another DATA_DIR.`)
  }
}
