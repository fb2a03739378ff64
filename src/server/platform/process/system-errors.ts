/** Whether `error` is a system error with this code, like `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Gives the step's result; undefined if its file is not there (any more). */
export async function unlessMissing<T>(step: Promise<T>): Promise<T | undefined> {
  try {
    return await step
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
