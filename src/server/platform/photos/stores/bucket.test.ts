import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { openBucket } from './s3-store'

const CONTENT = randomBytes(4_000_000)

it('a picture that is opened is sent to its end, however long that takes and whether the storage is still there', async () => {
  const storage = createServer((_request, response) => response.end(CONTENT)).listen(0, '127.0.0.1')
  await new Promise((resolve) => void storage.once('listening', resolve))
  const { port } = storage.address() as AddressInfo
  const access = { endpoint: `http://127.0.0.1:${port}`, bucket: 'photos', region: 'auto' }
  const bucket = openBucket({ ...access, accessKeyId: 'key', secretAccessKey: 'secret' }, { error: () => {} })
  const picture = await bucket.open('photos/one.jpg')
  storage.closeAllConnections()
  await new Promise((resolve) => void storage.close(resolve))
  if (picture === undefined) throw new Error('the picture is there')
  expect((await buffer(picture.stream)).equals(CONTENT)).toBe(true)
  expect(picture.bytes).toBe(CONTENT.length)
})
