import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { DemoServer } from '../../support/demo-server'
import { countStatuses, send } from '../anonymous-requests'
import type { AnonymousResponse } from '../anonymous-requests'
import { WITHOUT_LIMITS, adminToken, probeWhile, rssMb, submission, timeBarMs } from './attack'
import type { Attack, ProbeResult } from './attack'

const PATH = '/api/v1/events'
const AT_ONCE = 20
const MAX_P99_MS = timeBarMs(200)
const MAX_MB = 300
/** The process that decodes photos has a limit, and may take so much until that is noticed. */
const MAX_RENDERER_MB = 600
const MAX_RESPONSE_MS = timeBarMs(10_000)
const BLUE = '#336699'

export const attacks: readonly Attack[] = [
  {
    name: 'photos that unfold to gigabytes',
    bar: `${AT_ONCE} interlaced 16-bit PNGs of 49 megapixels at once: all answered within ${MAX_RESPONSE_MS / 1000} s, server under ${MAX_MB} MB, GET /events under ${MAX_P99_MS} ms p99`,
    env: WITHOUT_LIMITS,
    run: async (target) => {
      const bomb = await plain(7000, 7000, 4)
        .toColourspace('rgb16')
        .png({ progressive: true, compressionLevel: 9 })
        .toBuffer()
      const seen = await sendAtOnce(target, () => bomb)
      return { figure: `${kb(bomb)} each: ${figureOf(seen)}`, holds: holdsBar(seen) }
    },
  },
  {
    name: 'photos that are just light enough to be decoded',
    bar: `${AT_ONCE} at once: all answered within ${MAX_RESPONSE_MS / 1000} s, server under ${MAX_MB} MB, its decoder under ${MAX_RENDERER_MB} MB, GET /events under ${MAX_P99_MS} ms p99`,
    env: WITHOUT_LIMITS,
    run: async (target) => {
      const heavy = await Promise.all([
        plain(4090, 4090, 4).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
        plain(7070, 7070, 3).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
        plain(7000, 7000, 4).toColourspace('rgb16').withMetadata({ orientation: 6 }).png().toBuffer(),
      ])
      const seen = await sendAtOnce(target, (anonymous) => heavy[anonymous % heavy.length] ?? heavy[0])
      return {
        figure: `${heavy.map(kb).join(', ')}: ${figureOf(seen)}`,
        holds: holdsBar(seen) && seen.rendererMb < MAX_RENDERER_MB,
      }
    },
  },
  {
    name: 'many honest photos at once',
    bar: `${AT_ONCE} of a phone's camera: all stored after what Retry-After asks for, server under ${MAX_MB} MB, GET /events under ${MAX_P99_MS} ms p99`,
    env: WITHOUT_LIMITS,
    run: async (target) => {
      const photo = await fromCamera()
      const begun = performance.now()
      let last: Seen | undefined
      let open = Array.from({ length: AT_ONCE }, (_, anonymous) => anonymous)
      let rounds = 0
      while (open.length > 0 && rounds < 4) {
        if (rounds > 0) await new Promise((settle) => setTimeout(settle, 5000))
        const seen = await sendAtOnce(target, () => photo, open)
        open = open.filter((_, index) => seen.responses[index]?.status !== 201)
        last = worse(last, seen)
        rounds += 1
      }
      const seconds = Math.round((performance.now() - begun) / 1000)
      return {
        figure: `${kb(photo)} each: ${AT_ONCE - open.length} of ${AT_ONCE} stored in ${seconds} s and ${rounds} rounds; ${last === undefined ? '' : figureOf(last)}`,
        holds: open.length === 0 && last !== undefined && holdsBar(last),
      }
    },
  },
  {
    name: 'photos that nobody has reviewed',
    bar: 'none is sent to who has no signed address',
    run: async (target) => {
      const photo = (await plain(640, 480, 3).jpeg().toBuffer()).toString('base64')
      const title = 'Nobody has read this yet'
      for (let anonymous = 1; anonymous <= 3; anonymous += 1)
        await send(target, { path: PATH, anonymous, body: JSON.stringify(submission({ photo, title })) })
      const authorization = `Bearer ${await adminToken(target)}`
      const response = await fetch(
        `${target.origin}/api/v1/backoffice/events?status=ON_REVIEW&per_page=100`,
        {
          headers: { authorization },
        },
      )
      const { data } = (await response.json()) as { data: { items: { title: string; photo?: string }[] } }
      // The demonstration's own show posters that published events show too.
      const addresses = data.items.flatMap((item) =>
        item.title === title && item.photo !== undefined ? [item.photo] : [],
      )
      const sent = async (change: (address: string) => string) => {
        const statuses = await Promise.all(addresses.map(async (one) => (await fetch(change(one))).status))
        return statuses.filter((status) => status === 200).length
      }
      const toAnonymous = await sent((address) => address.replace(/\?.*$/, ''))
      const toReviewers = await sent((address) => address)
      return {
        figure: `${toAnonymous} of ${addresses.length} sent to anonymous clients, ${toReviewers} to a reviewer`,
        holds: toAnonymous === 0 && toReviewers === addresses.length && toReviewers > 0,
      }
    },
  },
]

interface Seen extends ProbeResult {
  responses: AnonymousResponse[]
  rendererMb: number
}

/** Each anonymous client submits a photo, all at the same time. */
async function sendAtOnce(
  target: DemoServer,
  photoOf: (anonymous: number) => Buffer,
  senders: readonly number[] = Array.from({ length: AT_ONCE }, (_, anonymous) => anonymous),
): Promise<Seen> {
  const bodies = senders.map((anonymous) =>
    JSON.stringify(
      submission({ title: `Concert number ${anonymous}`, photo: photoOf(anonymous).toString('base64') }),
    ),
  )
  let responses: AnonymousResponse[] = []
  let rendererMb = 0
  const watch = setInterval(() => {
    void renderersMb(target.pid).then((mb) => (rendererMb = Math.max(rendererMb, mb)))
  }, 20)
  const others = await probeWhile(target, async () => {
    responses = await Promise.all(
      senders.map((anonymous, index) => send(target, { path: PATH, anonymous, body: bodies[index] })),
    )
  })
  clearInterval(watch)
  return { ...others, responses, rendererMb }
}

function text(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}

/** Memory of the processes in which a server decodes photos, in MB. */
async function renderersMb(pid: number): Promise<number> {
  const children = (await text(`/proc/${pid}/task/${pid}/children`)).split(' ').filter(Boolean).map(Number)
  const sizes = await Promise.all(
    children.map(async (child) =>
      (await text(`/proc/${child}/cmdline`)).includes('render-worker') ? rssMb(child) : 0,
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

function holdsBar({ responses, p99Ms, failed, peakMb }: Seen): boolean {
  return responses.every(isInTime) && p99Ms < MAX_P99_MS && failed === 0 && peakMb < MAX_MB
}

function isInTime({ status, headers, tookMs }: AnonymousResponse): boolean {
  const isFine = status === 201 || status === 422 || (status === 503 && headers['retry-after'] !== undefined)
  return isFine && tookMs < MAX_RESPONSE_MS
}

function figureOf({ responses, p99Ms, failed, peakMb, rendererMb }: Seen): string {
  const slowest = Math.max(...responses.map(({ tookMs }) => tookMs)) / 1000
  return `${countStatuses(responses)}, the last after ${slowest.toFixed(1)} s; p99 of others ${p99Ms} ms, ${failed} failed; ${peakMb} MB, decoder ${rendererMb} MB`
}

/** The worst of both. */
function worse(one: Seen | undefined, other: Seen): Seen {
  if (one === undefined) return other
  return {
    responses: [...one.responses, ...other.responses],
    p50Ms: Math.max(one.p50Ms, other.p50Ms),
    p99Ms: Math.max(one.p99Ms, other.p99Ms),
    failed: one.failed + other.failed,
    peakMb: Math.max(one.peakMb, other.peakMb),
    rendererMb: Math.max(one.rendererMb, other.rendererMb),
  }
}

function plain(width: number, height: number, channels: 3 | 4) {
  const background = channels === 4 ? { r: 9, g: 80, b: 160, alpha: 0.5 } : BLUE
  return sharp({ create: { width, height, channels, background } })
}

/** Twelve megapixels with a camera's grain: 3 to 4 MB. */
async function fromCamera(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const grain = sharp({ create: { width: 2016, height: 1512, channels: 3, background: BLUE, noise } })
  return sharp(await grain.png({ compressionLevel: 1 }).toBuffer())
    .resize(4032, 3024)
    .jpeg({ quality: 85 })
    .toBuffer()
}

function kb(bytes: Buffer): string {
  return `${Math.round(bytes.length / 1024)} KB`
}
