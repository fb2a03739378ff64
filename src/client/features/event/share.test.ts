import { describe, expect, it } from 'vitest'
import { shareOrCopy } from './share'
import type { ShareContent, Sharer } from './share'

const content: ShareContent = { title: 'Fado', text: 'A night of fado', url: 'https://example.org/events/1' }

/** A browser that remembers what it was given. */
function browser(can: { share?: Error | true; copy?: Error | true }) {
  const given: unknown[] = []
  const answer = (how: Error | true) => (what: unknown) => {
    if (how instanceof Error) return Promise.reject(how)
    given.push(what)
    return Promise.resolve()
  }
  const sharer: Sharer = {
    ...(can.share && { share: answer(can.share) }),
    ...(can.copy && { clipboard: { writeText: answer(can.copy) } }),
  }
  return { sharer, given }
}

describe('sharing', () => {
  it('hands title, description and address to the device where it can share', async () => {
    const { sharer, given } = browser({ share: true, copy: true })
    expect(await shareOrCopy(sharer, content)).toBe('shared')
    expect(given).toEqual([content])
  })

  it('copies the address where it cannot', async () => {
    const { sharer, given } = browser({ copy: true })
    expect(await shareOrCopy(sharer, content)).toBe('copied')
    expect(given).toEqual([content.url])
  })

  it('is no failure when the person closes the sheet, and copies nothing then', async () => {
    const { sharer, given } = browser({ share: new DOMException('', 'AbortError'), copy: true })
    expect(await shareOrCopy(sharer, content)).toBe('left')
    expect(given).toEqual([])
  })

  it('says when it failed', async () => {
    await expect(shareOrCopy(browser({ share: new Error('no') }).sharer, content)).rejects.toThrow('no')
    await expect(shareOrCopy(browser({}).sharer, content)).rejects.toThrow()
  })
})
