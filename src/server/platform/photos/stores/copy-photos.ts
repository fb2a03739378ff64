import { buffer } from 'node:stream/consumers'
import pLimit from 'p-limit'
import { photoNameOfFile, pictureFileNames } from '../photo-names'
import type { PhotoStore } from './store'

/** Enough that a storage elsewhere is not waited for, and few enough for one that serves visitors meanwhile. */
const PHOTOS_AT_A_TIME = 4

export interface CopiedPhotos {
  photos: number
  /** Pictures that were not there yet. */
  pictures: number
}

/**
 * Copies all photos of one store into another. Names are made of the content, so what is there in the same size stays and is not
 * read: a copy that was broken off goes on where it was. `onProgress` is called after each photo.
 */
export async function copyAllPhotos(
  from: Pick<PhotoStore, 'files' | 'open'>,
  to: Pick<PhotoStore, 'files' | 'restore'>,
  onProgress: (done: number, all: number) => void,
): Promise<CopiedPhotos> {
  const [here, there] = await Promise.all([from.files(), to.files()])
  const names = new Set([...here.keys()].map(photoNameOfFile).filter((name) => name !== undefined))
  let pictures = 0
  let done = 0
  async function copy(fileName: string): Promise<void> {
    if (!here.has(fileName) || there.get(fileName) === here.get(fileName)) return
    const picture = await from.open(fileName)
    if (picture !== undefined && (await to.restore(fileName, await buffer(picture.stream)))) pictures += 1
  }
  const limit = pLimit(PHOTOS_AT_A_TIME)
  let hasFailed = false
  const copies = await Promise.allSettled(
    [...names].map((name) =>
      limit(async () => {
        if (hasFailed) return
        const [full = '', ...others] = pictureFileNames(name)
        try {
          for (const fileName of others) await copy(fileName)
          // Last, as the stores write it: where it is, the others are.
          await copy(full)
        } catch (error) {
          hasFailed = true
          throw error
        }
        done += 1
        onProgress(done, names.size)
      }),
    ),
  )
  const failed = copies.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return { photos: names.size, pictures }
}
