import { join } from 'node:path'
import { S3mini, S3ServiceError } from 's3mini'
import type { Logger } from 'pino'
import { serializeError } from '@/server/platform/process/logger'
import { openDiskStore } from './disk-store'
import { createPhotoStore, PhotoStoreFullError, PhotoStoreUnreachableError, type FileStore } from './store'

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

/** Objects of a bucket below a prefix, which ends with a slash. */
export function openBucketStore(access: BucketAccess, prefix: string, log: Pick<Logger, 'error'>): FileStore {
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
    list: () =>
      attempt('list', async () => {
        const found = (await client.listObjects('/', prefix)) ?? []
        return found.map(({ Key, Size, LastModified }) => ({
          name: Key.slice(prefix.length),
          bytes: Size,
          writtenAtMs: LastModified.getTime(),
        }))
      }),
    put: (name, content) =>
      attempt('put', async () => {
        const response = await client.putObject(prefix + name, content, typeOf(name))
        await response.body?.cancel()
      }),
    read: (name) =>
      attempt('read', async () => {
        const response = await client.getObjectResponse(prefix + name)
        return response === null ? undefined : Buffer.from(await response.arrayBuffer())
      }),
    remove: (name) =>
      attempt('remove', async () => {
        await client.deleteObject(prefix + name).catch((error: unknown) => {
          if (!(error instanceof S3ServiceError) || error.status !== NOT_FOUND) throw error
        })
      }),
  }
}

function typeOf(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1)
  const types: Record<string, string> = { jpg: 'image/jpeg', webp: 'image/webp', png: 'image/png' }
  return types[ending] ?? 'application/octet-stream'
}

interface StorageDeps {
  dataDir: string
  /** The bucket; undefined: everything is files under `dataDir`. */
  photoBucket: BucketAccess | undefined
  log: Pick<Logger, 'error'>
}

export type PhotoStorage = Awaited<ReturnType<typeof openPhotoStore>>

export async function openPhotoStore({ dataDir, photoBucket, log }: StorageDeps) {
  const open = (name: string) =>
    photoBucket === undefined
      ? openDiskStore(join(dataDir, name))
      : Promise.resolve(openBucketStore(photoBucket, `${name}/`, log))
  return {
    photos: createPhotoStore(await open('photos')),
    /** Photos that wait for the write that names them. */
    uploads: await open('uploads'),
    /** Pictures of links. */
    cards: await open('cards'),
  }
}
