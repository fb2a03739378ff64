import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import sharp from 'sharp'
import type { DemoServer } from '../../support/demo-server'
import { WITHOUT_LIMITS, besideIt, rssMb, submission, timeBarMs } from './attack'
import type { Attack } from './attack'
import { addressOf, countStatuses, send } from '../strangers'
import type { StrangerResponse } from '../strangers'

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
      let responses: StrangerResponse[] = []
      const bystander = await besideIt(target, async () => {
        responses = await fromStrangers((stranger) => send(target, { path: PATH, stranger, body }))
      })
      return {
        figure: `p99 ${bystander.p99Ms} ms, ${bystander.failed} failed, ${bystander.peakMb} MB; ${countStatuses(responses)}`,
        holds: bystander.p99Ms < MAX_P99_MS && bystander.failed === 0 && bystander.peakMb < MAX_MB,
      }
    },
  },
  {
    name: 'large honest photos',
    bar: `${AT_ONCE} of 10 MB at once: each gets 201, or 503 with Retry-After; under ${MAX_MB} MB`,
    env: WITHOUT_LIMITS,
    run: async (target) => {
      const photo = (await largePhoto()).toString('base64')
      let responses: StrangerResponse[] = []
      const bystander = await besideIt(target, async () => {
        responses = await fromStrangers((stranger) => {
          const body = JSON.stringify(submission({ photo, title: `Concert number ${stranger}` }))
          return send(target, { path: PATH, stranger, body })
        })
      })
      return {
        figure: `${countStatuses(responses)}; p99 of others ${bystander.p99Ms} ms, ${bystander.peakMb} MB`,
        holds: responses.every(isHonest) && bystander.peakMb < MAX_MB,
      }
    },
  },
  {
    name: 'uploads that trickle in',
    bar: 'from three networks: a fourth submits a photo',
    env: WITHOUT_LIMITS,
    run: async (target) => {
      const slow = await Promise.all(
        [1, 2, 3].flatMap((stranger) =>
          Array.from({ length: SLOW_OF_NETWORK }, () => trickle(target, stranger)),
        ),
      )
      const photo = (await largePhoto()).toString('base64')
      const body = JSON.stringify(submission({ photo }))
      const { status, tookMs } = await send(target, { path: PATH, stranger: 4, body })
      for (const socket of slow) socket.destroy()
      return { figure: `${status} after ${Math.round(tookMs)} ms`, holds: status === 201 }
    },
  },
  {
    name: 'an upload whose response waits behind another one',
    bar: 'on a connection that is reset: others submit photos',
    env: WITHOUT_LIMITS,
    run: async (target) => {
      for (let stranger = 1; stranger <= 3; stranger += 1) await pipelineAndReset(target, stranger)
      const photo = (await largePhoto()).toString('base64')
      const body = JSON.stringify(submission({ photo }))
      const { status, tookMs } = await send(target, { path: PATH, stranger: 4, body })
      return { figure: `${status} after ${Math.round(tookMs)} ms`, holds: status === 201 }
    },
  },
  {
    name: 'connections that ask for files and never read',
    bar: `1500 of three networks: GET /events answers, under ${MAX_MB} MB`,
    run: async (target) => {
      const bundle = '/api/v1/docs/static/swagger-ui-bundle.js'
      const sockets: Socket[] = []
      const bystander = await besideIt(target, async () => {
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
        figure: `${open} stay open, p99 of others ${bystander.p99Ms} ms, ${bystander.failed} failed, ${bystander.peakMb} MB`,
        holds: bystander.failed === 0 && bystander.peakMb < MAX_MB,
      }
    },
  },
  {
    name: 'lists that differ in a parameter that means nothing',
    bar: `${OTHER_QUERIES} of them: under ${MAX_MB} MB`,
    run: async (target) => {
      const before = await rssMb(target.pid)
      const bystander = await besideIt(target, async () => {
        for (let from = 0; from < OTHER_QUERIES; from += AT_ONCE)
          await fromStrangers((stranger) =>
            send(target, { method: 'GET', stranger, path: `${PATH}/list?z=${from + stranger}` }),
          )
      })
      return {
        figure: `${before} MB before, ${bystander.peakMb} MB, p99 of others ${bystander.p99Ms} ms`,
        holds: bystander.peakMb < MAX_MB && bystander.p99Ms < MAX_P99_MS,
      }
    },
  },
]

function fromStrangers(
  sendOne: (stranger: number) => Promise<StrangerResponse>,
): Promise<StrangerResponse[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, (_, stranger) => sendOne(stranger)))
}

/** Stored, or asked to retry. */
function isHonest({ status, headers }: StrangerResponse): boolean {
  return status === 201 || (status === 503 && headers['retry-after'] !== undefined)
}

/** Begins an upload and sends hardly any of it. */
async function trickle(target: DemoServer, stranger: number): Promise<Socket> {
  const socket = await connection(target, stranger)
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
async function pipelineAndReset(target: DemoServer, stranger: number): Promise<void> {
  const socket = await connection(target, stranger)
  const head = 'HTTP/1.1\r\nHost: localhost\r\n'
  const upload = `POST ${PATH} ${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`
  await new Promise<void>((resolve) => {
    socket.write(`GET / ${head}\r\n${upload}`, () => resolve())
  })
  socket.resetAndDestroy()
}

async function connection({ origin }: DemoServer, stranger: number): Promise<Socket> {
  const { port } = new URL(origin)
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: addressOf(stranger) })
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
