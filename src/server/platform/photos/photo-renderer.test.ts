import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import sharp from 'sharp'
import type { JpegOptions } from 'sharp'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { RendererBusyError, createPhotoRenderer } from './photo-renderer'
import type { PhotoRenderer } from './photo-renderer'
import { renderPhoto } from './pipeline'

const TIMEOUT_MS = 60_000
const MB = 1024 * 1024

let small: Buffer
beforeAll(async () => {
  small = await jpeg(320, 240, {})
})

/** Honest, and among the costliest there are: its coefficients alone are 300 MB. */
const largePhoto = () => jpeg(7000, 7000, { progressive: true, chromaSubsampling: '4:4:4' })

const jpeg = (width: number, height: number, options: JpegOptions) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .jpeg(options)
    .toBuffer()

let renderer: PhotoRenderer
const render = (photo: Buffer) => renderer.render(photo, 'visitors')
/** Called when a process has begun with its first photo. */
let onReady = () => {}
afterEach(async () => {
  onReady = () => {}
  await renderer.stop()
})

function start(limits: Parameters<typeof createPhotoRenderer>[1] = {}): PhotoRenderer {
  // A busy machine takes its time.
  const patient = { maxWaitMs: TIMEOUT_MS, ...limits }
  renderer = createPhotoRenderer({ warn: () => {}, debug: () => onReady() }, patient)
  return renderer
}

/** The queue begins with a photo in the microtasks after the call. */
async function begun(photo: Promise<unknown>): Promise<void> {
  photo.catch(() => {})
  await setImmediate()
}

const killProcess = () => process.kill(renderer.pid() ?? 0, 'SIGKILL')

describe('a photo is rendered', { timeout: TIMEOUT_MS }, () => {
  it('in another process, as in this one', async () => {
    start()
    expect(renderer.pid()).toBeUndefined()
    expect(await render(small)).toEqual(await renderPhoto(small))
    expect(renderer.pid()).not.toBe(process.pid)
  })

  it('where no secret of ours is', async () => {
    process.env.JWT_SECRET = 'a secret that a decoder need not know'
    start()
    await render(small)
    // Elsewhere than on Linux nothing tells the environment of another process.
    const environment =
      process.platform === 'linux' ? await readFile(`/proc/${renderer.pid()}/environ`, 'utf8') : 'PATH='
    delete process.env.JWT_SECRET
    expect(environment).toContain('PATH=')
    expect(environment).not.toContain('SECRET')
  })

  it('however large an honest one is', { tags: ['full'] }, async () => {
    start()
    expect(await render(await largePhoto())).toMatchObject({ ok: true, photo: { width: 1600 } })
  })

  it('in a fresh process when the last one kept too much', { tags: ['full'] }, async () => {
    // A process that holds nothing but its program has more than half of this.
    start({ maxRssBytes: 160 * MB })
    expect(await render(small)).toMatchObject({ ok: true })
    expect(renderer.pid()).toBeUndefined()
    expect(await render(small)).toMatchObject({ ok: true })
  })
})

describe('a photo that takes the process down', { timeout: TIMEOUT_MS }, () => {
  it('by its memory is too big, and the next is rendered', { tags: ['full'] }, async () => {
    const large = await largePhoto()
    start({ maxRssBytes: 250 * MB })
    const [first, second] = await Promise.all([render(large), render(small)])
    expect(first).toEqual({ ok: false, code: 'photo_too_big' })
    expect(second).toMatchObject({ ok: true })
  })

  it('by its work is too big, and the next is rendered', { tags: ['full'] }, async () => {
    const large = await largePhoto()
    start({ maxCpuSeconds: 0.3 })
    const [first, second] = await Promise.all([render(large), render(small)])
    expect(first).toEqual({ ok: false, code: 'photo_too_big' })
    expect(second).toMatchObject({ ok: true })
  })

  it('by the clock alone is to come again: the machine may be busy', async () => {
    start({ maxMs: 1 })
    await expect(render(small)).rejects.toThrow(RendererBusyError)
    expect(renderer.pid()).toBeUndefined()
  })

  it('by a crash gets another try, and those behind it notice nothing', async () => {
    start()
    await render(small)
    const all = Promise.all([render(small), render(small), render(small)])
    await begun(all)
    const crashed = renderer.pid()
    killProcess()
    for (const outcome of await all) expect(outcome).toMatchObject({ ok: true })
    expect(renderer.pid()).not.toBe(crashed)
  })

  it('by a crash is broken when the other try ends the same way', { tags: ['full'] }, async () => {
    start()
    let starts = 0
    onReady = () => {
      starts += 1
      if (starts <= 2) killProcess()
    }
    const [first, second] = await Promise.all([render(small), render(small)])
    expect(first).toEqual({ ok: false, code: 'photo_broken' })
    expect(second).toMatchObject({ ok: true })
    expect(starts).toBe(3)
  })

  it('by an end before its beginning is no fault of the photo', { tags: ['full'] }, async () => {
    start()
    const photo = render(small)
    await begun(photo)
    killProcess()
    await expect(photo).rejects.toThrow(RendererBusyError)
    expect(await render(small)).toMatchObject({ ok: true })
  })
})

describe('the queue of photos', { timeout: TIMEOUT_MS }, () => {
  it('is bounded by their number', async () => {
    start({ maxWaiting: 1 })
    const all = [render(small), render(small)]
    await begun(Promise.all(all))
    const outcomes = await Promise.allSettled([...all, render(small), render(small)])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
    expect(outcomes[3]).toMatchObject({ reason: expect.any(RendererBusyError) })
    expect(await render(small)).toMatchObject({ ok: true })
  })

  it('is bounded by their bytes', async () => {
    start({ maxWaitingBytes: small.length + 1 })
    const first = render(small)
    await expect(render(small)).rejects.toThrow(RendererBusyError)
    expect(await first).toMatchObject({ ok: true })
  })

  it('has room for accounts however many visitors wait, and takes them first', async () => {
    start({ maxWaiting: 3 })
    const done: string[] = []
    const visitors = ['first', 'second', 'third', 'fourth'].map((name) =>
      render(small).then(() => done.push(name)),
    )
    await begun(Promise.all(visitors))
    await expect(render(small)).rejects.toThrow(RendererBusyError)
    await renderer.render(small, 'accounts').then(() => done.push('account'))
    await Promise.all(visitors)
    expect(done.slice(0, 2)).toEqual(['first', 'account'])
  })

  it('lets nobody wait for long', async () => {
    start({ maxWaitMs: -1 })
    await expect(render(small)).rejects.toThrow(RendererBusyError)
  })

  it('takes nothing that is no photo', async () => {
    start({ maxWaiting: -1 })
    expect(await render(Buffer.from('%PDF-1.7'))).toEqual({ ok: false, code: 'photo_wrong_kind' })
    expect(renderer.pid()).toBeUndefined()
  })

  it('is empty when the server stops, and the process is gone', async () => {
    start()
    await render(small)
    const pid = renderer.pid() ?? 0
    const all = Promise.allSettled([render(small), render(small)])
    await begun(all)
    await renderer.stop()
    for (const outcome of await all) expect(outcome).toMatchObject({ reason: expect.any(RendererBusyError) })
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})
