/**
 * `npm run photos -- copy --to s3|disk`: all photos from the disk into the bucket, or back; goes on where it was broken off. `claim`: the
 * database that has taken another's place says from now on which photos may go.
 */
import { photosCommand } from '../src/server/backup/commands'

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))

process.exitCode = await photosCommand({
  args: process.argv.slice(2),
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
})
