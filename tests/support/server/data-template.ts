import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ServerProcess } from './server-process'

/** A data folder that is deleted with all that is in it. */
export interface DataFolder {
  dataDir: string
  remove: () => Promise<void>
}

/** Makes a data folder with a cluster, its migrations and the demonstration programme, from which servers begin: it takes seconds. */
export async function makeTemplate(start: (dataDir: string) => ServerProcess): Promise<DataFolder> {
  const folder = await newFolder()
  try {
    const server = start(folder.dataDir)
    await server.address()
    await server.stop()
  } catch (error) {
    await folder.remove()
    throw error
  }
  return folder
}

/** Copies a template for a server of its own. */
export async function copyTemplate(template: string): Promise<DataFolder> {
  const folder = await newFolder()
  // PostgreSQL's files belong to an account of its own where root runs the tests: `fs.cp` would make them root's.
  await promisify(execFile)('cp', ['-a', template, folder.dataDir])
  return folder
}

async function newFolder(): Promise<DataFolder> {
  const parent = await mkdtemp(join(tmpdir(), 'ericeira-data-'))
  return { dataDir: join(parent, 'data'), remove: () => rm(parent, { recursive: true, force: true }) }
}
