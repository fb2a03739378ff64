/** `npm run admin|backup|restore|settle`: what whoever runs the server does without a browser (src/server/command-line). */
import { commandLine } from '../src/server/command-line'

// A killed process would leave the embedded database running and half a file behind; one that exits cleans up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))

process.exitCode = await commandLine({
  args: process.argv.slice(2),
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
})
