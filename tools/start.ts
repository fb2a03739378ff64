/** `npm start`: builds what is stale, then runs the built server in this process. */
import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import { buildStale } from './build'

if (await buildStale()) process.stdout.write('Built the guide into dist/.\n')
process.env.NODE_ENV = 'production'
await import(pathToFileURL(resolve('dist/server/main.js')).href)
