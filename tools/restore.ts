/** `npm run restore -- <file> [--replace] [--send-waiting]`: a backup in the place of the database; stop the server first. */
import { restoreCommand } from '../src/server/backup/commands'

// A killed process would leave the embedded database running; one that exits stops it, and PostgreSQL rolls back.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))

process.exitCode = await restoreCommand({
  args: process.argv.slice(2),
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
})
