/** `npm run backup -- <file>`: the database and the photos in one file, also while the server runs (src/server/backup). */
import { backupCommand } from '../src/server/backup/commands'

// A killed process would leave the embedded database running and half a file behind; one that exits cleans up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))

process.exitCode = await backupCommand({
  args: process.argv.slice(2),
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
})
