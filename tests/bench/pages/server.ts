import { findRunningEngine } from '@/server/platform/database/engine/start-engine'
import { fillPublished } from '../../fill/fill-published'
import { type DemoServer, startDemoServer } from '../../support/demo-server'
import { withClient } from '../../faults/write-load'

/** The built product of a checkout with so many events. */
export async function startBenchServer(checkout: string, port: number, events: number): Promise<DemoServer> {
  const server = await startDemoServer(port, checkout)
  const engine = await findRunningEngine(server.dataDir)
  if (engine === undefined) throw new Error('The database does not respond')
  await withClient(engine, (client) => fillPublished(client, events))
  return server
}
