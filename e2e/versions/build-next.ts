/**
 * Builds the client of today a second time into the given folder, not minified: every file has another content and another name, as
 * after a change in all of them.
 */
import process from 'node:process'

const [folder = ''] = process.argv.slice(2)
process.env['NODE_ENV'] = 'production'
process.env['STYLES_OF'] = 'guide'
// Only now: it reads NODE_ENV.
const { build } = await import('vite')
await build({
  logLevel: 'error',
  mode: 'production',
  build: { outDir: folder, emptyOutDir: true, minify: false },
})
