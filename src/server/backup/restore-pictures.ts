import type { PhotoStore } from '@/server/platform/photos/stores/store'

export interface PictureRestorer {
  add(fileName: string, bytes: Buffer): Promise<void>
  /** Removes the pictures that were not there before. */
  undo(): Promise<void>
}

/** Puts pictures back under their names, and knows which of them to take away again. */
export function createPictureRestorer(photos: Pick<PhotoStore, 'restore' | 'undoRestore'>): PictureRestorer {
  const added: string[] = []
  return {
    add: async (fileName, bytes) => {
      if (await photos.restore(fileName, bytes)) added.push(fileName)
    },
    undo: async () => {
      for (const fileName of added.splice(0)) await photos.undoRestore(fileName)
    },
  }
}
