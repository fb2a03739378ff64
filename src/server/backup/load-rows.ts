import { finished } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { CopyStreamQuery } from 'pg-copy-streams'
import { copyTarget } from './tables'
import type { Table } from './tables'

export interface RowLoader {
  /** The next part of a table's rows; the parts of a table come one after the other. */
  add(table: string, bytes: Buffer): Promise<void>
  /** The number of rows of each table that had any. */
  finish(): Promise<Map<string, number>>
}

interface Copying {
  table: string
  stream: CopyStreamQuery
  ended: Promise<void>
}

/** Feeds parts of tables to COPY. Every promise rejects with what PostgreSQL says. */
export function createRowLoader(client: ClientBase, tables: readonly Table[]): RowLoader {
  const counts = new Map<string, number>()
  let current: Copying | undefined

  const begin = (name: string): Copying => {
    const table = tables.find((one) => one.name === name)
    if (table === undefined) throw new RangeError(`no table ${name}`)
    const stream = client.query(copyFrom(`copy ${copyTarget(client, table)} from stdin`))
    const ended = finished(stream)
    ended.catch(() => undefined)
    return { table: name, stream, ended }
  }
  const end = async () => {
    if (current === undefined) return
    current.stream.end()
    await current.ended
    counts.set(current.table, current.stream.rowCount)
    current = undefined
  }
  return {
    add: async (table, bytes) => {
      if (current?.table !== table) {
        await end()
        current = begin(table)
      }
      const { stream, ended } = current
      const taken = new Promise<void>((resolve, reject) => {
        stream.write(bytes, (error) => (error ? reject(error) : resolve()))
      })
      taken.catch(() => undefined)
      // A row that PostgreSQL refuses ends the stream, and the write never gets its callback.
      await Promise.race([taken, ended])
    },
    finish: async () => {
      await end()
      return counts
    },
  }
}
