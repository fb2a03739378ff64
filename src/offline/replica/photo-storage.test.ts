import { expect, it, vi } from 'vitest'
import { dropPhotos } from './photo-storage'

it('ends where the cache cannot be read', async () => {
  vi.stubGlobal('caches', { delete: () => Promise.reject(new DOMException('Broken', 'UnknownError')) })
  await expect(dropPhotos()).resolves.toBeUndefined()
})
