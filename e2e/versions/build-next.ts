/**
 * Builds the client of today a second time into the given folder, not minified: every file has another content and another name, as
 * after a change in all of them. `--kill-worker`: only the kill switch.
 */
import { killSwitchBundle } from '../../tools/build'

const [folder = '', option] = process.argv.slice(2)
process.env['NODE_ENV'] = 'production'
process.env['CLIENT_DIR'] = folder
// Vite is loaded only now: it reads NODE_ENV.
const { build } = await import('vite')
if (option === '--kill-worker') await build(killSwitchBundle(folder))
else
  await build({
    logLevel: 'error',
    mode: 'production',
    build: { minify: false },
  })
