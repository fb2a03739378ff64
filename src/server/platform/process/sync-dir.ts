import { open } from 'node:fs/promises'

/** Afterwards the names in `dir` survive a power cut; what the files hold is their own matter. */
export async function syncDir(dir: string): Promise<void> {
  const handle = await open(dir)
  await handle.sync()
  await handle.close()
}
