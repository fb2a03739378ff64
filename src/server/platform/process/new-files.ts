import { lchown, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Gives what root has made to the account that its directory belongs to: a command of root's is for the server of that account. */
export async function giveToOwnerOfDir(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(dirname(path))
  await lchown(path, uid, gid)
}

/** Makes a directory unless it is there, for the account that the one above belongs to. */
export async function ensureDir(dir: string): Promise<void> {
  const made = await mkdir(dir, { recursive: true })
  if (made !== undefined) await giveToOwnerOfDir(dir)
}
