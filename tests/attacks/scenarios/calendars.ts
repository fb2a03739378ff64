import { ENDLESS_CALENDARS, HEAVY_CALENDARS, SLOW_TEXTS } from '../../support/attacks/endless-calendars'
import { countStatuses, send } from '../anonymous-requests'
import type { AnonymousResponse } from '../anonymous-requests'
import { adminToken, probeWhile, timeBarMs } from './attack'
import type { Attack } from './attack'

const PREVIEW = '/api/v1/backoffice/imports/preview'
const MAX_P99_MS = timeBarMs(200)
/** A calendar may be read for 10 s. */
const MAX_RESPONSE_MS = timeBarMs(13_000)
const MAX_MB = 350
const DEFAULTS = {
  location_name: 'Ericeira',
  latitude: 38.9631,
  longitude: -9.417,
  tag_keys: ['music'],
  email: '',
}

export const attacks: readonly Attack[] = [
  {
    name: 'calendars that never end',
    bar: `previews of ${ENDLESS_CALENDARS.length + SLOW_TEXTS.length + HEAVY_CALENDARS.length}, one after the other: each answered within ${MAX_RESPONSE_MS / 1000} s, /healthz under ${MAX_P99_MS} ms p99, server under ${MAX_MB} MB`,
    run: async (target) => {
      const headers = { authorization: `Bearer ${await adminToken(target)}` }
      const responses: AnonymousResponse[] = []
      const others = await probeWhile(
        target,
        async () => {
          for (const { name, text } of [...ENDLESS_CALENDARS, ...SLOW_TEXTS, ...HEAVY_CALENDARS]) {
            const file = Buffer.from(text).toString('base64')
            const body = JSON.stringify({ source: { name: name.slice(0, 100), file }, defaults: DEFAULTS })
            responses.push(await send(target, { path: PREVIEW, anonymous: 1, headers, body }))
          }
        },
        '/healthz',
      )
      const slowestMs = Math.max(...responses.map(({ tookMs }) => tookMs))
      const { p99Ms, failed, peakMb } = others
      return {
        figure: `${countStatuses(responses)}, the slowest after ${(slowestMs / 1000).toFixed(1)} s; p99 of /healthz ${p99Ms} ms, ${failed} failed; ${peakMb} MB`,
        holds:
          responses.every(({ status }) => status === 200) &&
          slowestMs < MAX_RESPONSE_MS &&
          p99Ms < MAX_P99_MS &&
          failed === 0 &&
          peakMb < MAX_MB,
      }
    },
  },
]
