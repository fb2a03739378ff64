import { execFile } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PHOTO_VARIANTS, photoFileName } from '@/domain/events/event'
import { openPhotoStore } from '@/server/platform/photos/stores/s3-store'
import { buildTestApp } from '@tests/support/server/app'
import { publish } from '@tests/support/server/calls'
import { jpeg } from '@tests/support/server/images'
import { hasS3cmd, startObjectStorage, type ObjectStorage } from '@tests/support/services/object-storage'

let storage: ObjectStorage
let folder: string
beforeAll(async () => {
  storage = await startObjectStorage('guide-photos')
  folder = await mkdtemp(join(tmpdir(), 'events-s3cmd-'))
})
afterAll(async () => {
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
  const log = { error: () => {} }
  const bucket = await openPhotoStore({ dataDir: folder, photoBucket: storage.access, log })
  const { photos: store } = bucket
  const app = await buildTestApp({ storage: bucket })
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
