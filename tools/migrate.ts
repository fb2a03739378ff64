/** `npm run migrate`: brings the tables up to date before servers with MIGRATE=off start, also while those of the version before run. */
import { migrateCommand } from '../src/server/administration/migrate-command'

// A killed process would leave the embedded database running; one that exits cleans up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))

process.exitCode = await migrateCommand({
  args: process.argv.slice(2),
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
})
