// Photos as objects of a bucket, which several servers share.

import { buffer } from 'node:stream/consumers'
import { PHOTO_VARIANTS, photoFileName } from '@/domain/events/photo'
import type { Bucket, StoredObject } from './bucket'
import { assertPhotoName, nameOfPhoto, photoNameOfFile } from '../photo-names'
import type { PhotoStore } from './store'

const PREFIX = 'photos/'
const keyOf = (fileName: string) => `${PREFIX}${fileName}`
const fileOf = ({ key }: StoredObject) => key.slice(PREFIX.length)
/** A photo that is younger need not be made young: far less than what a sweep spares. */
const YOUNG_MS = 10 * 60 * 1000

/** Runs the work alone among all servers that name the same photo. */
export type PhotoLock = <T>(name: string, work: () => Promise<T>) => Promise<T>

export function openS3PhotoStore(bucket: Bucket, lock: PhotoLock): PhotoStore {
  const pictures = async (prefix = '') =>
    (await bucket.list(keyOf(prefix))).filter((object) => photoNameOfFile(fileOf(object)) !== undefined)

  return {
    put: (photo) => {
      const name = nameOfPhoto(photo)
      const { files, ...about } = photo
      return lock(name, async () => {
        const there = new Map((await pictures(name)).map((object) => [fileOf(object), object]))
        // The full picture comes last: where it is the others are.
        for (const variant of PHOTO_VARIANTS.toReversed()) {
          const fileName = photoFileName(name, variant)
          const found = there.get(fileName)
          const isWhole = found?.bytes === files[variant].length
          if (isWhole && Date.now() - found.modifiedAtMs < YOUNG_MS) continue
          await bucket.put(keyOf(fileName), files[variant], typeOf(fileName))
        }
        return { name, ...about }
      })
    },
    open: async (fileName) =>
      photoNameOfFile(fileName) === undefined ? undefined : bucket.open(keyOf(fileName)),
    remove: async (name, mayRemove = () => Promise.resolve(true)) => {
      assertPhotoName(name)
      await lock(name, async () => {
        const found = await pictures(name)
        if (found.length === 0) return
        if (!(await mayRemove(Math.max(...found.map(({ modifiedAtMs }) => modifiedAtMs))))) return
        for (const { key } of found) await bucket.remove(key)
      })
    },
    list: async () => {
      const names = (await pictures()).map((object) => photoNameOfFile(fileOf(object)))
      return [...new Set(names.filter((name) => name !== undefined))].toSorted()
    },
    files: async () => new Map((await pictures()).map((object) => [fileOf(object), object.bytes])),
    restore: async (fileName, bytes) => {
      assertPhotoName(photoNameOfFile(fileName))
      const existing = await bucket.open(keyOf(fileName))
      if (existing !== undefined && (await buffer(existing.stream)).equals(bytes)) return false
      await bucket.put(keyOf(fileName), bytes, typeOf(fileName))
      return existing === undefined
    },
    undoRestore: async (fileName) => {
      assertPhotoName(photoNameOfFile(fileName))
      await bucket.remove(keyOf(fileName))
    },
  }
}

function typeOf(fileName: string): string {
  return fileName.endsWith('.jpg') ? 'image/jpeg' : 'image/webp'
}
