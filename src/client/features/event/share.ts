/** What of `navigator` sharing needs. */
export interface Sharer {
  share?: ((content: ShareContent) => Promise<void>) | undefined
  clipboard?: { writeText(text: string): Promise<void> } | undefined
}

export interface ShareContent {
  title: string
  text: string
  url: string
}

/**
 * The device's own sharing with title, description and address, else the address on the clipboard. A person who
 * closes the share sheet has failed at nothing. Other failures are thrown.
 */
export async function shareOrCopy(
  sharer: Sharer,
  content: ShareContent,
): Promise<'shared' | 'copied' | 'left'> {
  if (sharer.share) {
    try {
      await sharer.share(content)
      return 'shared'
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return 'left'
      throw error
    }
  }
  if (!sharer.clipboard) throw new Error('This browser can neither share nor copy')
  await sharer.clipboard.writeText(content.url)
  return 'copied'
}
