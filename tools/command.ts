/** `npm run admin|backup|restore|settle|migrate`: what whoever runs the server does without a browser (src/server/command-line). */
import { createInterface } from 'node:readline/promises'
import { commandLine } from '../src/server/command-line'

// A killed process would leave the embedded database running and half a file behind; one that exits cleans up.
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

process.exitCode = await commandLine({
  args: process.argv.slice(2),
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  ...(process.stdin.isTTY && { confirm }),
})
