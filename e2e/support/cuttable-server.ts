import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** An HTTP server of the tests between browsers and the app. */
interface CuttableServer {
  /** The port on this machine where browsers reach it. */
  port: number
  /** While it is cut no request gets through, and open ones end. */
  setCut(isCut: boolean): void
  close(): Promise<void>
}

export async function startCuttableServer(
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<CuttableServer> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy())
  })
  server.on('connection', (socket) => {
    if (isCut) return socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const dropAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    setCut(next) {
      isCut = next
      if (isCut) dropAll()
    },
    async close() {
      dropAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
