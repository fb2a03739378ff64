import { connect } from 'node:net'

const TIMEOUT_MS = 15_000

interface VerbatimRequest {
  method: string
  /** The target goes out as it is: clients and test libraries would tidy it up first. */
  target: string
  /** Whole lines. */
  headers: readonly string[]
}

export interface VerbatimResponse {
  /** 0 when the server hung up without one, 599 when it left the connection open. */
  status: number
  /** Status line and headers. */
  head: string
  body: string
}

/** The bytes of one HTTP request, each character one byte. */
export function requestBytes({ method, target, headers }: VerbatimRequest): string {
  return `${[`${method} ${target} HTTP/1.1`, 'Host: guide.example', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`
}

/** Writes the bytes to a port of this machine and reads until the server closes the connection. */
export function sendBytes(port: number, bytes: string): Promise<VerbatimResponse> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')))
    socket.setTimeout(TIMEOUT_MS, () => {
      received = 'HTTP/1.1 599 the server left the connection open'
      socket.destroy()
    })
    socket.setEncoding('utf8').on('data', (part: string) => (received += part))
    // A server that closes the connection on nonsense is right to.
    socket.on('error', () => {})
    socket.on('close', () => {
      const [head = '', ...body] = received.split('\r\n\r\n')
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
        head,
        body: body.join('\r\n\r\n'),
      })
    })
  })
}
