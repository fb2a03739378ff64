import { describe, expect, it } from 'vitest'
import { shareOrCopy } from './share'
import type { ShareContent } from './share'

const content: ShareContent = { title: 'Fado', text: 'A night of fado', url: 'https://example.org/events/1' }

/** Shares on a device that does what it is told; reports what was shared and what was copied. */
async function share(outcome: 'works' | 'missing' | Error) {
  const shared: ShareContent[] = []
  const copied: string[] = []
  const sharer = {
    share: async (given: ShareContent) => {
      if (outcome instanceof Error) throw outcome
      shared.push(given)
    },
  }
  await shareOrCopy(outcome === 'missing' ? {} : sharer, content, (url) => copied.push(url))
  return { shared, copied }
}

describe('sharing', () => {
  it('gives title, description and address to the device where it can share', async () => {
    expect(await share('works')).toEqual({ shared: [content], copied: [] })
  })

  it('copies the address where it cannot', async () => {
    expect(await share('missing')).toEqual({ shared: [], copied: [content.url] })
  })

  it('is no failure when the person closes the sheet, and copies nothing then', async () => {
    expect(await share(new DOMException('', 'AbortError'))).toEqual({ shared: [], copied: [] })
  })

  it('says when it failed', async () => {
    await expect(share(new Error('no'))).rejects.toThrow('no')
  })
})
