import { connect, constants } from 'node:http2'
import type {
  ClientHttp2Session,
  ClientHttp2Stream,
  IncomingHttpHeaders,
  OutgoingHttpHeaders,
} from 'node:http2'

export interface Http2Response {
  status: number
  body: string
}

export interface Http2Connection {
  /** One request and its whole response. Rejects when the connection breaks or is silent for too long. */
  request(headers: OutgoingHttpHeaders, body: string): Promise<Http2Response>
  /** Aborts what is in flight, whose requests reject, like all later ones. */
  close(): Promise<void>
}

/** One persistent connection to an origin, opened at the first request and again after it broke. */
export function createHttp2Connection(origin: string, silenceTimeoutMs: number): Http2Connection {
  /** All that are open, with those that accept no further request. */
  const sessions = new Set<ClientHttp2Session>()
  const closed = failure('ECONNABORTED', 'the connection was closed')
  let isClosed = false
  let session: ClientHttp2Session | undefined

  const open = () => {
    if (session !== undefined && !session.closed && !session.destroyed) return session
    const opened = connect(origin)
    const drop = () => {
      if (session === opened) session = undefined
    }
    // Every stream gets the error, too; without a listener here it would end the process.
    opened.on('error', drop)
    opened.on('goaway', drop)
    opened.on('close', () => {
      drop()
      sessions.delete(opened)
    })
    sessions.add(opened)
    session = opened
    return opened
  }

  return {
    request: async (headers, body) => {
      if (isClosed) throw closed
      const used = open()
      try {
        return await exchange(used.request(headers), body, silenceTimeoutMs)
      } catch (error) {
        // A connection that a router on the way has dropped looks open for ever: the next request gets a new one.
        used.destroy()
        throw error
      }
    },
    close: () => {
      isClosed = true
      for (const opened of sessions) opened.destroy(closed)
      return Promise.resolve()
    },
  }
}

function exchange(stream: ClientHttp2Stream, body: string, silenceTimeoutMs: number): Promise<Http2Response> {
  return new Promise((resolve, reject) => {
    let status = 0
    let text = ''
    stream.setEncoding('utf8')
    // `close` does not do: a stream whose connection was never made would wait for that before it ends.
    stream.setTimeout(silenceTimeoutMs, () =>
      stream.destroy(failure('ETIMEDOUT', 'the other side is silent')),
    )
    stream.once('response', (headers: IncomingHttpHeaders) => (status = Number(headers[':status'])))
    stream.on('data', (chunk: string) => (text += chunk))
    stream.once('error', reject)
    stream.once('close', () => {
      if (status > 0 && stream.rstCode === constants.NGHTTP2_NO_ERROR) resolve({ status, body: text })
      else reject(new Error('the stream was closed without a response'))
    })
    stream.end(body)
  })
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}
