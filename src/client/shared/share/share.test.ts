import { describe, expect, it } from 'vitest'
import { shareOrCopy } from './share'
import type { ShareContent } from './share'

const content: ShareContent = { title: 'Fado', text: 'A night of fado', url: 'https://example.org/events/1' }

/** Shares with a `navigator.share` of the given outcome; returns what was shared and the number of copies. */
async function share(outcome: 'works' | 'missing' | Error) {
  const shared: ShareContent[] = []
  let copies = 0
  const sharer = {
    share: async (given: ShareContent) => {
      if (outcome instanceof Error) throw outcome
      shared.push(given)
    },
  }
  await shareOrCopy(outcome === 'missing' ? {} : sharer, content, () => copies++)
  return { shared, copies }
}

describe('sharing', () => {
  it('passes title, description and address to the Web Share API where there is one', async () => {
    expect(await share('works')).toEqual({ shared: [content], copies: 0 })
  })

  it('copies the address where it cannot', async () => {
    expect(await share('missing')).toEqual({ shared: [], copies: 1 })
  })

  it('is no failure when the person closes the sheet, and copies nothing then', async () => {
    expect(await share(new DOMException('', 'AbortError'))).toEqual({ shared: [], copies: 0 })
  })

  it('says when it failed', async () => {
    await expect(share(new Error('no'))).rejects.toThrow('no')
  })
})
