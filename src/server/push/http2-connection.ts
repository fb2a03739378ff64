import { connect, constants } from 'node:http2'
import type {
  ClientHttp2Session,
  ClientHttp2Stream,
  IncomingHttpHeaders,
  OutgoingHttpHeaders,
} from 'node:http2'

export interface Http2Answer {
  status: number
  body: string
}

export interface Http2Connection {
  /** One request and its whole answer. Rejects when the connection breaks or is silent for too long. */
  request(headers: OutgoingHttpHeaders, body: string): Promise<Http2Answer>
  /** Lets what is under way end. */
  close(): Promise<void>
}

/** One kept connection to an origin, opened at the first request and again after it broke. */
export function createHttp2Connection(origin: string, silenceTimeoutMs: number): Http2Connection {
  let session: ClientHttp2Session | undefined

  const open = () => {
    if (session !== undefined && !session.closed && !session.destroyed) return session
    const opened = connect(origin)
    const forget = () => {
      if (session === opened) session = undefined
    }
    // Every stream gets the error, too; without a listener here it would end the process.
    opened.on('error', forget)
    opened.on('goaway', forget)
    opened.on('close', forget)
    session = opened
    return opened
  }

  return {
    request: async (headers, body) => {
      const used = open()
      try {
        return await exchange(used.request(headers), body, silenceTimeoutMs)
      } catch (error) {
        // A connection that somebody on the way has forgotten looks open for ever: the next request gets a new one.
        used.destroy()
        throw error
      }
    },
    close: () =>
      new Promise((resolve) => {
        if (session === undefined || session.destroyed) resolve()
        else session.close(resolve)
      }),
  }
}

function exchange(stream: ClientHttp2Stream, body: string, silenceTimeoutMs: number): Promise<Http2Answer> {
  return new Promise((resolve, reject) => {
    let status = 0
    let text = ''
    stream.setEncoding('utf8')
    stream.setTimeout(silenceTimeoutMs, () => stream.close(constants.NGHTTP2_CANCEL))
    stream.once('response', (headers: IncomingHttpHeaders) => (status = Number(headers[':status'])))
    stream.on('data', (chunk: string) => (text += chunk))
    stream.once('error', reject)
    stream.once('close', () => {
      if (status > 0 && stream.rstCode === constants.NGHTTP2_NO_ERROR) resolve({ status, body: text })
      else reject(new Error('the stream was closed without an answer'))
    })
    stream.end(body)
  })
}
