import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { createPhotoLock } from '@/server/platform/database/photo-lock'
import { openBucket } from './bucket'
import type { Bucket, BucketAccess } from './bucket'
import { openDiskPhotoStore } from './disk-store'
import { openS3PhotoStore } from './s3-store'
import type { PhotoStore } from './store'

interface PhotoStorageDeps {
  dataDir: string
  /** The bucket; undefined: photos are files under `dataDir`. */
  photoBucket: BucketAccess | undefined
  pool: Pool
  log: Pick<Logger, 'error'>
}

/** The store of the photos, and the bucket that it is in, if it is in one. */
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
