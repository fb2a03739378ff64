/** Logs an error that is shown nowhere (rules 8: share failure, a failed load), and never what a person typed. */
export function report(what: string, error?: unknown): void {
  // oxlint-disable-next-line no-console -- the browser's console is where rules 8 logs to
  console.warn(what, error instanceof Error ? error.name : '')
}
