export interface ShareContent {
  title: string
  text?: string
  url: string
}

/** What of `navigator` sharing needs; without `share` this device cannot. */
interface Sharer {
  share?: ((content: ShareContent) => Promise<void>) | undefined
}

/**
 * The device's own sharing, else `copy`. A person who closes the share sheet has failed at nothing;
 * other failures are thrown.
 */
export async function shareOrCopy(sharer: Sharer, content: ShareContent, copy: () => void): Promise<void> {
  if (!sharer.share) return copy()
  try {
    await sharer.share(content)
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error
  }
}
