import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { findRunningEngine } from '@/server/platform/database/engine/start-engine'
import { startFaultyServer } from './faulty-server'
import type { FaultReport } from './faulty-server'
import { withClient } from './write-load'

const REQUESTS = 20
/** A supervisor waits so long before it kills (rules 14). */
const MUST_END_MS = 10_000

/** SIGTERM while requests are in flight: each gets its response, the process ends by itself, and what it acknowledged is stored. */
export async function terminateInMidRequest(dataDir: string): Promise<FaultReport> {
  const problems: string[] = []
  const server = startFaultyServer({ DATA_DIR: dataDir })
  const address = await server.address()
  const marks = Array.from({ length: REQUESTS }, () => `mark ${randomUUID()}`)
  const sendings = marks.map((mark) => beginMessage(address, mark))
  // The server has the head of every request; the bodies follow after the signal.
  await Promise.all(sendings.map(({ continued }) => continued))
  const signalledAt = performance.now()
  server.process.kill('SIGTERM')
  const statuses = await Promise.all(sendings.map(({ finish }) => finish()))
  const exitCode = await server.ended
  const endedMs = performance.now() - signalledAt
  const unanswered = statuses.filter((status) => status !== 201).length
  if (unanswered > 0) problems.push(`${unanswered} of ${REQUESTS} requests in flight did not get 201`)
  if (exitCode !== 0) problems.push(`the exit code is ${exitCode}`)
  if (endedMs > MUST_END_MS) problems.push(`it took ${Math.round(endedMs)} ms to end`)

  const next = startFaultyServer({ DATA_DIR: dataDir })
  await next.address()
  const connection = await findRunningEngine(dataDir)
  if (connection === undefined) throw new Error('the database of the server is not there')
  const { rows } = await withClient(connection, (client) =>
    client.query<{ message: string }>('select message from contact_forms where message = any($1)', [marks]),
  )
  if (rows.length !== REQUESTS) problems.push(`${rows.length} of ${REQUESTS} acknowledged writes are stored`)
  next.process.kill('SIGTERM')
  await next.ended
  return {
    name: 'SIGTERM in mid-request',
    problems,
    facts: `${REQUESTS} requests in flight got their response, ended after ${Math.round(endedMs)} ms with exit code ${exitCode}`,
  }
}

function beginMessage(address: string, mark: string) {
  const body = JSON.stringify({
    first_name: 'Ana',
    last_name: 'Reis',
    email: `${randomUUID()}@example.com`,
    topic: 'Other',
    message: mark,
  })
  const sending = request(`${address}/api/v1/contact-form`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': randomUUID(),
      expect: '100-continue',
    },
  })
  const status = new Promise<number | string | undefined>((resolve) => {
    sending.once('response', (response) => resolve(response.resume().statusCode))
    sending.once('error', (error) => resolve(error.message))
  })
  return {
    continued: new Promise<void>((resolve, reject) => {
      sending.once('continue', resolve)
      sending.once('error', reject)
    }),
    finish() {
      sending.end(body)
      return status
    },
  }
}
