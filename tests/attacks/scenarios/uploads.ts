import { createHash, randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { DemoServer } from '../../support/demo-server'
import { countStatuses, send } from '../anonymous-requests'
import type { AnonymousResponse } from '../anonymous-requests'
import { WITHOUT_LIMITS, probeWhile, submission, timeBarMs } from './attack'
import type { Attack } from './attack'

const MEGABYTE = 1024 * 1024
const SENDERS = 20
const OF_EACH = 12
const BYTES = 5 * MEGABYTE
const MAX_DISK_MB = 600
const MAX_P99_MS = timeBarMs(200)
const MAX_MB = 300
/** The first bytes of a JPEG. */
const START = Buffer.from([0xff, 0xd8, 0xff])

export const attacks: readonly Attack[] = [
  {
    name: 'uploads that nothing names',
    bar: `${SENDERS * OF_EACH} of 5 MB: under ${MAX_DISK_MB} MB on the disk, another one submits a photo, GET /events under ${MAX_P99_MS} ms p99, under ${MAX_MB} MB`,
    env: WITHOUT_LIMITS,
    run: async (target) => {
      const responses: AnonymousResponse[] = []
      const others = await probeWhile(target, async () => {
        for (let round = 0; round < OF_EACH; round += 1)
          responses.push(
            ...(await Promise.all(
              Array.from({ length: SENDERS }, (_, anonymous) =>
                upload(target, anonymous * 250, Buffer.concat([START, randomBytes(BYTES)])),
              ),
            )),
          )
      })
      const diskMb = Math.round((await bytesIn(join(target.dataDir, 'uploads'))) / MEGABYTE)
      const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#069' } })
        .jpeg()
        .toBuffer()
      const valid = [await upload(target, 5001, photo), await name(target, 5001, photo)]
      return {
        figure: `${countStatuses(responses)}; ${diskMb} MB on the disk; another one: ${countStatuses(valid)}; p99 of others ${others.p99Ms} ms, ${others.failed} failed, ${others.peakMb} MB`,
        holds:
          diskMb < MAX_DISK_MB &&
          valid[1]?.status === 201 &&
          others.failed === 0 &&
          others.p99Ms < MAX_P99_MS &&
          others.peakMb < MAX_MB,
      }
    },
  },
]

const nameOf = (photo: Buffer) => createHash('sha256').update(photo).digest('hex')

function upload(target: DemoServer, anonymous: number, photo: Buffer): Promise<AnonymousResponse> {
  const headers = { 'content-type': 'image/jpeg' }
  return send(target, {
    path: `/api/v1/uploads/${nameOf(photo)}`,
    method: 'PUT',
    anonymous,
    headers,
    body: photo,
  })
}

function name(target: DemoServer, anonymous: number, photo: Buffer): Promise<AnonymousResponse> {
  const body = JSON.stringify(submission({ title: 'Somebody else’s', photo: { upload: nameOf(photo) } }))
  return send(target, { path: '/api/v1/events', anonymous, body })
}

async function bytesIn(dir: string): Promise<number> {
  const sizes = await Promise.all(
    (await readdir(dir)).map(async (file) => (await stat(join(dir, file))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
