/**
 * `npm run dev`: the API with restart on change (port 3000) and the client with hot reload (port 5173, which proxies
 * API and photos). Pages are rendered by the browser here; `npm start` renders them on the server.
 */
import { spawn } from 'node:child_process'
import generate from './codegen'

await generate()

const api = spawn(
  process.execPath,
  ['--import', 'tsx', '--watch', '--watch-preserve-output', 'src/server/main.ts'],
  {
    stdio: 'inherit',
  },
)
const client = spawn(process.execPath, ['node_modules/vite/bin/vite.js'], { stdio: 'inherit' })

const stop = () => {
  api.kill('SIGTERM')
  client.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
api.on('exit', stop)
client.on('exit', stop)
