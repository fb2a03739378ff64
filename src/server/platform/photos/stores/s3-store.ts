// Photos as objects of a bucket, which several servers share.

import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { S3mini, S3ServiceError } from 's3mini'
import type { Logger } from 'pino'
import { PHOTO_VARIANTS, photoFileName } from '@/domain/events/event'
import { assertPhotoName, nameOfPhoto, photoNameOfFile } from '@/server/platform/photos/rendered-photo'
import { serializeError } from '@/server/platform/process/logger'
import { PhotoStoreFullError, PhotoStoreUnreachableError } from './store'
import type { PhotoStore, OpenPicture } from './store'
import type { PhotoLock } from '@/server/platform/database/client'
import type { Pool } from 'pg'
import { openDiskPhotoStore } from './disk-store'
import { createPhotoLock } from '@/server/platform/database/client'

const PREFIX = 'photos/'
const keyOf = (fileName: string) => `${PREFIX}${fileName}`
const fileOf = ({ key }: StoredObject) => key.slice(PREFIX.length)
/** A photo that is younger need not be made young: far less than what a sweep spares. */
const YOUNG_MS = 10 * 60 * 1000

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

const TIMEOUT_MS = 30_000
const NOT_FOUND = 404
const INSUFFICIENT_STORAGE = 507

export interface BucketAccess {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

interface StoredObject {
  key: string
  bytes: number
  /** Milliseconds since 1970, by the storage's clock. */
  modifiedAtMs: number
}

/** A bucket of an S3-compatible storage. Each call throws PhotoStoreUnreachableError when the storage does not do it. */
export interface Bucket {
  /** Throws PhotoStoreFullError for want of room. */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>
  open(key: string): Promise<OpenPicture | undefined>
  remove(key: string): Promise<void>
  list(prefix: string): Promise<StoredObject[]>
}

export function openBucket(access: BucketAccess, log: Pick<Logger, 'error'>): Bucket {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = access
  const client = new S3mini({
    // The address is in path style: a storage of one's own seldom has a name for each bucket.
    endpoint: `${endpoint}/${bucket}`,
    region,
    accessKeyId,
    secretAccessKey,
    requestAbortTimeout: TIMEOUT_MS,
  })

  async function attempt<T>(step: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof S3ServiceError && error.status === INSUFFICIENT_STORAGE)
        throw new PhotoStoreFullError('no room in the bucket', { cause: error })
      // The storage's message may repeat the request with its signature.
      const status = error instanceof S3ServiceError ? error.status : undefined
      const { code } = serializeError(error)
      log.error({ step, status, code }, 'the photo storage did not do what it was asked')
      throw new PhotoStoreUnreachableError(`the photo storage: ${step}`, { cause: error })
    }
  }

  return {
    put: (key, bytes, contentType) =>
      attempt('put', async () => {
        const response = await client.putObject(key, bytes, contentType)
        await response.body?.cancel()
      }),
    open: (key) =>
      attempt('open', async () => {
        const response = await client.getObjectResponse(key)
        if (response === null) return undefined
        // The body is read here, at the storage's pace: the timeout counts until the last byte, and a phone may take minutes for them.
        const content = Buffer.from(await response.arrayBuffer())
        return { bytes: content.length, stream: Readable.from([content]) }
      }),
    remove: (key) =>
      attempt('remove', async () => {
        await client.deleteObject(key).catch((error: unknown) => {
          if (!(error instanceof S3ServiceError) || error.status !== NOT_FOUND) throw error
        })
      }),
    list: (prefix) =>
      attempt('list', async () => {
        const found = (await client.listObjects('/', prefix)) ?? []
        return found.map(({ Key, Size, LastModified }) => ({
          key: Key,
          bytes: Size,
          modifiedAtMs: LastModified.getTime(),
        }))
      }),
  }
}

interface PhotoStorageDeps {
  dataDir: string
  /** The bucket; undefined: photos are files under `dataDir`. */
  photoBucket: BucketAccess | undefined
  pool: Pool
  log: Pick<Logger, 'error'>
}

export async function openPhotoStore({
  dataDir,
  photoBucket,
  pool,
  log,
}: PhotoStorageDeps): Promise<{ photos: PhotoStore; bucket: Bucket | undefined }> {
  if (photoBucket === undefined) return { photos: await openDiskPhotoStore(dataDir), bucket: undefined }
  const bucket = openBucket(photoBucket, log)
  return { photos: openS3PhotoStore(bucket, createPhotoLock(pool)), bucket }
}
