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
 * The address of this page, leading to a village day if one was chosen. It is read when the page is rendered in the browser; the server
 * shows it nowhere. The token of a mail's link, which is for one person, is left out.
 */
export function sharedUrl(date: string | undefined): string {
  const page = import.meta.env.SSR ? '' : window.location.origin + window.location.pathname
  return date === undefined ? page : `${page}?date=${date}`
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
