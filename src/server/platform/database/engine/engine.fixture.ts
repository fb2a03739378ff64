// A server process for engine.test.ts: keeps the database of argv[2], commits one row, says so, and waits to be killed.

import { Client } from 'pg'
import { startEmbeddedEngine } from './start-engine'

const dataDir = process.argv[2] ?? ''
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

const { connection } = await startEmbeddedEngine({ dataDir, log: silent })
const client = new Client(connection)
await client.connect()
await client.query('create table kept (word text unique)')
await client.query(`insert into kept values ('committed')`)
process.stdout.write('committed\n')
process.stdin.resume()
