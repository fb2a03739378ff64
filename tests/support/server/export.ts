import JSZip from 'jszip'
import type { TestApp } from './app'

/** Reads an export: its data, its text as it stands in the file, and the bytes of its photos by path. Throws for what is no zip. */
export async function readExport(bytes: Buffer) {
  const zip = await JSZip.loadAsync(bytes, { checkCRC32: true })
  const text = (await zip.file('data.json')?.async('text')) ?? ''
  const paths = Object.keys(zip.files).filter((path) => path !== 'data.json')
  const photos = await Promise.all(
    paths.map(async (path) => [path, await zip.file(path)?.async('nodebuffer')]),
  )
  return {
    data: JSON.parse(text) as Record<string, unknown>,
    text,
    photos: Object.fromEntries(photos) as Record<string, Buffer>,
  }
}

/** The export that somebody makes of their own account. */
export async function exportedBy({ app }: Pick<TestApp, 'app'>, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await app.inject({ method: 'GET', url: '/api/v1/profile/export', headers })
  return readExport(response.rawPayload)
}
