import { expect, it } from 'vitest'
import { createLogger } from '@/server/platform/process/logger'
import { createSecurityLog } from './security-log'

it('the security log cannot be filled by anonymous clients, and begins anew each minute', () => {
  const lines: string[] = []
  let nowMs = 0
  const logger = createLogger('warn', { write: (line) => void lines.push(line) })
  const log = createSecurityLog(logger, { nowMs: () => nowMs })
  const source = { requestId: 'id', network: '192.0.2.1', userAgent: undefined }
  for (let number = 0; number < 400; number += 1) log.record('limit.exceeded', source)
  expect(lines).toHaveLength(300)
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ more: 'are left out until the next minute' })
  log.record('role.changed', source)
  nowMs = 60_000
  log.record('limit.exceeded', source)
  expect(lines).toHaveLength(302)
})
