/** Builds the client and its rendering on the server into the given folder, with the variables of the environment. */
import { join } from 'node:path'
import { backOfficeBundle } from '../tools/client-bundle'

const folder = process.argv[2] ?? ''
process.env.NODE_ENV = 'production'
// Only now: it reads NODE_ENV.
const { build } = await import('vite')
const options = { logLevel: 'error', mode: 'production' } as const
// Not minified: nobody measures this build, and it is done twice as fast.
await build({ ...options, build: { outDir: join(folder, 'client'), emptyOutDir: true, minify: false } })
await build(backOfficeBundle(join(folder, 'client')))
await build({
  ...options,
  build: { ssr: 'src/client/app/entry-server.tsx', outDir: join(folder, 'ssr'), emptyOutDir: true },
})
