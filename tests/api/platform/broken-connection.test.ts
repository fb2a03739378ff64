import Fastify from 'fastify'
import { describe, expect, inject, it } from 'vitest'
import { errorEnvelopeSchema } from '@/contract/errors'
import { connect } from '@/server/platform/database/client'
import { handleErrors } from '@/server/http/errors/errors'
import { createLogger } from '@/server/platform/process/logger'

describe('a database connection that breaks', () => {
  it('between two statements of a transaction does not end the process, and the pool goes on with another', async () => {
    const { connection } = inject('postgres')
    const { pool } = connect({ ...connection, max: 2 }, { error: () => undefined })
    const client = await pool.connect()
    await client.query('begin')
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const ended = new Promise((resolve) => client.once('end', () => resolve(undefined)))
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await ended
    await expect(client.query('select 1')).rejects.toThrow('not queryable')
    client.release()
    const responses = await Promise.all([1, 2].map((number) => pool.query('select $1::int as one', [number])))
    expect(responses.map(({ rowCount }) => rowCount)).toEqual([1, 1])
    await pool.end()
  })

  it.each([
    'Client has encountered a connection error and is not queryable',
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
  ])('is a response to retry later, not a failure of ours (%s)', async (message) => {
    const app = Fastify()
    handleErrors(app, createLogger('silent'))
    app.get('/', () => {
      throw new Error('Failed query', { cause: new Error(message) })
    })
    const response = await app.inject('/')
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('5')
    expect(errorEnvelopeSchema.parse(response.json()).error.code).toBe('UNAVAILABLE')
  })
})
