import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { ArchiveWriter } from './archive-writer'
import { tablePartName } from './manifest'
import { copyTarget } from './tables'
import type { Table } from './tables'

const PART_BYTES = 1024 * 1024

/** Writes a table into the archive, in parts of about a megabyte, and gives the number of its rows. */
export async function copyRows(client: ClientBase, table: Table, archive: ArchiveWriter): Promise<number> {
  const rows = client.query(copyTo(`copy ${copyTarget(client, table)} to stdout`))
  let part = 0
  let waiting: Buffer[] = []
  let bytes = 0
  const flush = async () => {
    part += 1
    await archive.add(tablePartName(table.name, part), Buffer.concat(waiting))
    waiting = []
    bytes = 0
  }
  for await (const chunk of rows) {
    waiting.push(chunk as Buffer)
    bytes += (chunk as Buffer).length
    if (bytes >= PART_BYTES) await flush()
  }
  if (bytes > 0) await flush()
  return rows.rowCount
}
