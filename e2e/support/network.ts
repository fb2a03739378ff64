import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** The only way from a browser to the server. */
export interface Network {
  /** The port on this machine where the network begins. */
  port: number
  setCut(isCut: boolean): void
  /** How many connections it has refused while it was cut. */
  refused(): number
  close(): Promise<void>
}

/**
 * A network that can be cut before a browser is there. What browsers offer for that comes too late for a worker that
 * has something to send as soon as the browser starts.
 */
export async function createNetwork(serverPort: number): Promise<Network> {
  const open = new Set<Socket>()
  let isCut = false
  let refused = 0
  const server = createServer((phone) => {
    if (isCut) {
      refused += 1
      return phone.destroy()
    }
    const guide = connect(serverPort, 'localhost')
    for (const [from, to] of [
      [phone, guide],
      [guide, phone],
    ] as const) {
      open.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cutAll = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    setCut(next) {
      isCut = next
      if (isCut) cutAll()
    },
    refused: () => refused,
    async close() {
      cutAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
