/** `npm run admin -- create|reset-password|reset-mfa|promote|suspend|reinstate|delete <email>`: administration without a browser, also while the server runs. */
import { createInterface } from 'node:readline/promises'
import { adminCommand } from '../src/server/administration/admin-command'

// A killed process would leave the embedded database running; one that exits cleans up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim())
  } catch (error) {
    // Ctrl-C is a no.
    if (error instanceof Error && error.name === 'AbortError') return false
    throw error
  } finally {
    terminal.close()
  }
}

process.exitCode = await adminCommand({
  args: process.argv.slice(2),
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  ...(process.stdin.isTTY && { confirm }),
})
