/** A transaction that was in another one's way: serialization failure, deadlock, lock not available. Nothing of it was stored. */
const CONTENTION = new Set(['40001', '40P01', '55P03'])

/**
 * Whether a later try may go well, so that it is not a 500: lost connections and shutdown (SQLSTATE classes 08, 53, 57), a standby, or
 * contention.
 */
export function isDatabaseBusy(error: unknown): boolean {
  return isDatabaseAway(error) || someCause(error, (cause) => CONTENTION.has(codeOf(cause)))
}

/** Whether nothing can be done there at the moment: lost connections and shutdown, or a primary that has become a standby (25006). */
export function isDatabaseAway(error: unknown): boolean {
  return someCause(error, (cause) => {
    const code = codeOf(cause)
    if (
      /^(?:08|53|57)...$|^25006$|^(?:ECONNREFUSED|ECONNRESET|EPIPE|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)$/.test(
        code,
      )
    )
      return true
    // Its socket is a file that is gone with it.
    if (code === 'ENOENT' && 'syscall' in cause && cause.syscall === 'connect') return true
    return /timeout exceeded when trying to connect|Connection terminated|is not queryable/.test(
      cause.message,
    )
  })
}

function someCause(error: unknown, matches: (cause: Error) => boolean): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (matches(cause)) return true
  return false
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
