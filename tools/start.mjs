/**
 * `npm start`: builds what is stale, then runs the built server in this process. Plain JavaScript: what translates
 * TypeScript would hold 120 MB for as long as the server runs.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

// npm runs scripts in a shell that may die of a signal without passing it on: without that shell the signal reaches us.
if (process.env.npm_lifecycle_event !== undefined) {
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250).unref()
}

// The build has a process of its own: it holds more than a gigabyte, which the server would hold for as long as it runs.
const builder = spawn(process.execPath, ['--import', 'tsx', 'tools/build.ts', '--if-stale'], {
  stdio: 'inherit',
})
const stop = () => builder.kill()
process.on('SIGTERM', stop).on('SIGINT', stop)
const [exitCode] = await once(builder, 'exit')
process.off('SIGTERM', stop).off('SIGINT', stop)
if (exitCode !== 0) process.exit(exitCode ?? 1)

process.env.NODE_ENV = 'production'
await import(pathToFileURL(resolve('dist/server/main.js')).href)
