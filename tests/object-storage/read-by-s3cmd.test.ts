import { execFile } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PHOTO_VARIANTS, photoFileName } from '@/domain/events/event'
import { bucketUploadFiles } from '@/server/http/photos/waiting-uploads'
import { createPhotoLock } from '@/server/platform/database/client'
import { openBucket, openS3PhotoStore } from '@/server/platform/photos/stores/s3-store'
import { buildTestApp } from '@tests/support/server/app'
import { publish } from '@tests/support/server/calls'
import { createTestDatabase } from '@tests/support/server/database'
import type { TestDatabase } from '@tests/support/server/database'
import { jpeg } from '@tests/support/server/images'
import { hasS3cmd, startObjectStorage } from '@tests/support/services/object-storage'
import type { ObjectStorage } from '@tests/support/services/object-storage'

let storage: ObjectStorage
let database: TestDatabase
let folder: string
beforeAll(async () => {
  ;[storage, database] = await Promise.all([startObjectStorage('guide-photos'), createTestDatabase()])
  folder = await mkdtemp(join(tmpdir(), 'events-s3cmd-'))
})
afterAll(async () => {
  await database.close()
  await storage.close()
  await rm(folder, { recursive: true })
})

/** Runs s3cmd with the settings of the product alone, whatever its account has configured. */
async function s3cmd(...args: string[]): Promise<void> {
  const { endpoint, region, accessKeyId, secretAccessKey } = storage.access
  const { host } = new URL(endpoint)
  const access = [`--access_key=${accessKeyId}`, `--secret_key=${secretAccessKey}`, `--region=${region}`]
  const place = [`--host=${host}`, `--host-bucket=${host}`, '--no-ssl', '--config=/dev/null']
  await promisify(execFile)('s3cmd', [...place, ...access, ...args])
}

it.skipIf(!hasS3cmd())('a photo of the product is read by s3cmd, byte for byte', async () => {
  const bucket = openBucket(storage.access, { error: () => {} })
  const store = openS3PhotoStore(bucket, createPhotoLock(database.pool))
  const app = await buildTestApp({ photos: store, uploadFiles: bucketUploadFiles(bucket) })
  try {
    await publish(app, { photo: (await jpeg('#303132')).toString('base64') })
    const [name = ''] = await store.list()
    await s3cmd('get', '--recursive', `s3://${storage.access.bucket}/photos/`, folder)
    const files = PHOTO_VARIANTS.map((variant) => photoFileName(name, variant))
    expect((await readdir(folder)).toSorted()).toEqual(files.toSorted())
    for (const file of files) {
      const picture = await store.open(file)
      expect(picture && (await buffer(picture.stream)).equals(await readFile(join(folder, file))), file).toBe(
        true,
      )
    }
  } finally {
    await app.close()
  }
})
