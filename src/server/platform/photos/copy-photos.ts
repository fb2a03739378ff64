import { buffer } from 'node:stream/consumers'
import { pictureFileNames } from './photo-names'
import type { PhotoStore } from './store'

export interface CopiedPhotos {
  photos: number
  /** Pictures that were not there yet. */
  pictures: number
}

/**
 * Copies all photos of one store into another. What is there already stays, so that a copy that was broken off goes on where it
 * was. `onProgress` is called after each photo.
 */
export async function copyAllPhotos(
  from: Pick<PhotoStore, 'list' | 'open'>,
  to: Pick<PhotoStore, 'restore'>,
  onProgress: (done: number, all: number) => void,
): Promise<CopiedPhotos> {
  const names = await from.list()
  let pictures = 0
  async function copy(fileName: string): Promise<void> {
    const picture = await from.open(fileName)
    if (picture !== undefined && (await to.restore(fileName, await buffer(picture.stream)))) pictures += 1
  }
  for (const [index, name] of names.entries()) {
    const [full = '', ...others] = pictureFileNames(name)
    const copies = await Promise.allSettled(others.map(copy))
    const failed = copies.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
    // Last, as the stores write it: where it is, the others are.
    await copy(full)
    onProgress(index + 1, names.length)
  }
  return { photos: names.length, pictures }
}
