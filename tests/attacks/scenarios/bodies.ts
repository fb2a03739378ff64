import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import sharp from 'sharp'
import type { DemoServer } from '../../support/demo-server'
import { WITHOUT_LIMITS, probeWhile, rssMb, submission, timeBarMs } from './attack'
import type { Attack } from './attack'
import { addressOf, countStatuses, send } from '../anonymous-requests'
import type { AnonymousResponse } from '../anonymous-requests'

const PATH = '/api/v1/events'
const MEGABYTE = 1_000_000
const AT_ONCE = 20
const MAX_P99_MS = timeBarMs(200)
const MAX_MB = 300
const SLOW_OF_NETWORK = 12
const OTHER_QUERIES = 3000

export const attacks: readonly Attack[] = [
  {
    name: 'bodies of millions of empty objects',
    bar: `${AT_ONCE} at once: GET /events under ${MAX_P99_MS} ms p99, under ${MAX_MB} MB`,
    run: async (target) => {
      const body = Buffer.from(`{"photo":[${'{},'.repeat(4_600_000)}{}]}`)
      let responses: AnonymousResponse[] = []
      const others = await probeWhile(target, async () => {
        responses = await fromAnonymous((anonymous) => send(target, { path: PATH, anonymous, body }))
      })
      return {
        figure: `p99 ${others.p99Ms} ms, ${others.failed} failed, ${others.peakMb} MB; ${countStatuses(responses)}`,
        holds: others.p99Ms < MAX_P99_MS && others.failed === 0 && others.peakMb < MAX_MB,
      }
    },
  },
  {
    name: 'large honest photos',
    bar: `${AT_ONCE} of 10 MB at once: each gets 201, or 503 with Retry-After; under ${MAX_MB} MB`,
    env: WITHOUT_LIMITS,
    run: async (target) => {
      const photo = (await largePhoto()).toString('base64')
      let responses: AnonymousResponse[] = []
      const others = await probeWhile(target, async () => {
        responses = await fromAnonymous((anonymous) => {
          const body = JSON.stringify(submission({ photo, title: `Concert number ${anonymous}` }))
          return send(target, { path: PATH, anonymous, body })
        })
      })
      return {
        figure: `${countStatuses(responses)}; p99 of others ${others.p99Ms} ms, ${others.peakMb} MB`,
        holds: responses.every(isStoredOrDeferred) && others.peakMb < MAX_MB,
      }
    },
  },
  {
    name: 'uploads that trickle in',
    bar: 'from three networks: a fourth submits a photo',
    env: WITHOUT_LIMITS,
    run: async (target) => {
      const slow = await Promise.all(
        [1, 2, 3].flatMap((anonymous) =>
          Array.from({ length: SLOW_OF_NETWORK }, () => trickle(target, anonymous)),
        ),
      )
      const photo = (await largePhoto()).toString('base64')
      const body = JSON.stringify(submission({ photo }))
      const { status, tookMs } = await send(target, { path: PATH, anonymous: 4, body })
      for (const socket of slow) socket.destroy()
      return { figure: `${status} after ${Math.round(tookMs)} ms`, holds: status === 201 }
    },
  },
  {
    name: 'an upload whose response waits behind another one',
    bar: 'on a connection that is reset: others submit photos',
    env: WITHOUT_LIMITS,
    run: async (target) => {
      for (let anonymous = 1; anonymous <= 3; anonymous += 1) await pipelineAndReset(target, anonymous)
      const photo = (await largePhoto()).toString('base64')
      const body = JSON.stringify(submission({ photo }))
      const { status, tookMs } = await send(target, { path: PATH, anonymous: 4, body })
      return { figure: `${status} after ${Math.round(tookMs)} ms`, holds: status === 201 }
    },
  },
  {
    name: 'connections that ask for files and never read',
    bar: `1500 of three networks: GET /events answers, under ${MAX_MB} MB`,
    run: async (target) => {
      const bundle = '/api/v1/docs/static/swagger-ui-bundle.js'
      const sockets: Socket[] = []
      const others = await probeWhile(target, async () => {
        for (let number = 0; number < 1500; number += 1) {
          const socket = await connection(target, number % 3)
          socket.pause()
          socket.write(`GET ${bundle} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
          sockets.push(socket)
        }
      })
      const open = sockets.filter(({ destroyed }) => !destroyed).length
      for (const socket of sockets) socket.destroy()
      return {
        figure: `${open} stay open, p99 of others ${others.p99Ms} ms, ${others.failed} failed, ${others.peakMb} MB`,
        holds: others.failed === 0 && others.peakMb < MAX_MB,
      }
    },
  },
  {
    name: 'lists that differ in a parameter that means nothing',
    bar: `${OTHER_QUERIES} of them: under ${MAX_MB} MB`,
    run: async (target) => {
      const before = await rssMb(target.pid)
      const others = await probeWhile(target, async () => {
        for (let from = 0; from < OTHER_QUERIES; from += AT_ONCE)
          await fromAnonymous((anonymous) =>
            send(target, { method: 'GET', anonymous, path: `${PATH}/list?z=${from + anonymous}` }),
          )
      })
      return {
        figure: `${before} MB before, ${others.peakMb} MB, p99 of others ${others.p99Ms} ms`,
        holds: others.peakMb < MAX_MB && others.p99Ms < MAX_P99_MS,
      }
    },
  },
]

function fromAnonymous(
  sendOne: (anonymous: number) => Promise<AnonymousResponse>,
): Promise<AnonymousResponse[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, (_, anonymous) => sendOne(anonymous)))
}

/** Whether it was stored, or asked to retry. */
function isStoredOrDeferred({ status, headers }: AnonymousResponse): boolean {
  return status === 201 || (status === 503 && headers['retry-after'] !== undefined)
}

/** Begins an upload and sends hardly any of it. */
async function trickle(target: DemoServer, anonymous: number): Promise<Socket> {
  const socket = await connection(target, anonymous)
  await new Promise<void>((resolve) => {
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${14 * MEGABYTE}\r\n\r\n{"photo":"`,
      () => resolve(),
    )
  })
  return socket
}

/** Sends a read and an upload in one packet, and is gone before the first of them is answered. */
async function pipelineAndReset(target: DemoServer, anonymous: number): Promise<void> {
  const socket = await connection(target, anonymous)
  const head = 'HTTP/1.1\r\nHost: localhost\r\n'
  const upload = `POST ${PATH} ${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`
  await new Promise<void>((resolve) => {
    socket.write(`GET / ${head}\r\n${upload}`, () => resolve())
  })
  socket.resetAndDestroy()
}

async function connection({ origin }: DemoServer, anonymous: number): Promise<Socket> {
  const { port } = new URL(origin)
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: addressOf(anonymous) })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** A photo of a good camera: 12 megapixels, just under 10 MB. */
async function largePhoto(): Promise<Buffer> {
  const picture = sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
  for (const quality of [96, 94, 92, 90]) {
    const photo = await picture.clone().jpeg({ quality }).toBuffer()
    if (photo.length < 10 * MEGABYTE) return photo
  }
  throw new Error('no photo of this size is small enough')
}
