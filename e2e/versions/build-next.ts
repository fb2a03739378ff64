/**
 * Builds the client of today a second time into the given folder, not minified: every file has another content and another name, as
 * after a change in all of them. `--kill-worker`: only the kill switch.
 */
import { killSwitchBundle } from '../../tools/bundle/kill-switch'

const [folder = '', option] = process.argv.slice(2)
process.env['NODE_ENV'] = 'production'
process.env['STYLES_OF'] = 'guide'
// Vite is loaded only now: it reads NODE_ENV.
const { build } = await import('vite')
if (option === '--kill-worker') await build(killSwitchBundle(folder))
else
  await build({
    logLevel: 'error',
    mode: 'production',
    build: { outDir: folder, emptyOutDir: true, minify: false },
  })
