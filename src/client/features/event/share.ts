export interface ShareContent {
  title: string
  text?: string
  url: string
}

/** The part of `navigator` that sharing uses; without `share` it is not supported. */
interface Sharer {
  share?: ((content: ShareContent) => Promise<void>) | undefined
}

/**
 * The Web Share API, else `copy`. A person who closes the share sheet has failed at nothing;
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
