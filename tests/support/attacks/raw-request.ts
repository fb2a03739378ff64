import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

interface RawRequest {
  port: number
  path: string
  /** The length that the head claims; undefined: chunked. */
  contentLength: number | undefined
  /** The address of the sender: any of 127.0.0.0/8. */
  localAddress?: string
  version?: '1.0' | '1.1'
  headers?: Record<string, string>
}

/** A POST of JSON whose body is written by hand. */
export interface OpenRequest {
  socket: Socket
  /** Writes a piece of the body and waits until it is on its way. */
  write(text: string | Buffer): Promise<void>
  /** The status of the next final response. Throws when the connection ends before. */
  status(): Promise<number>
  /** The text that was received. */
  received(): string
}

/** Sends the head of a request. */
export async function openRequest(request: RawRequest): Promise<OpenRequest> {
  const { port, path, contentLength, localAddress = '127.0.0.1', version = '1.1', headers = {} } = request
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  let received = ''
  let seen = 0
  let failure: Error | undefined
  const readers = new Set<() => void>()
  const wake = () => {
    for (const reader of readers) reader()
  }
  socket.on('data', (bytes: Buffer) => {
    received += bytes.toString('latin1')
    wake()
  })
  socket.on('error', (error) => (failure = error))
  socket.on('close', wake)
  await once(socket, 'connect')
  const length =
    contentLength === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${contentLength}`
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(
    `POST ${path} HTTP/${version}\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\n${more.join('')}\r\n`,
  )
  const write = (text: string | Buffer) =>
    new Promise<void>((resolve) => {
      socket.write(text, () => resolve())
    })
  const status = () =>
    new Promise<number>((resolve, reject) => {
      const check = () => {
        const [, found] = /HTTP\/1\.1 ([2-5]\d\d)/.exec(received.slice(seen)) ?? []
        if (found === undefined && !socket.closed) return
        readers.delete(check)
        if (found === undefined) {
          reject(new Error('the connection ended without a response', { cause: failure }))
          return
        }
        seen = received.lastIndexOf('HTTP/1.1 ') + 1
        resolve(Number(found))
      }
      readers.add(check)
      check()
    })
  return { socket, write, status, received: () => received }
}
