import type { RouterHistory } from '@tanstack/react-router'

/** The state of an entry of the browser's history; it stays with the entry, also over a reload. */
declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page whose link was followed: going back from here shows it as it was left. */
    cameFrom?: 'list' | 'detail'
    /** The photo of the page is open: Back closes it. */
    isPhotoOpen?: boolean
    /** The token of the draft that the form opens, of several for what it changes. */
    draft?: string
  }
}

/** Whether the page was opened from a list: going back shows that as it was left. */
export function cameFromList({ location }: RouterHistory): boolean {
  return location.state.cameFrom === 'list'
}

/**
 * Whether a page is open, and nobody on the way from it to another: a response must not take a person back who has gone on. An address may
 * be typed with a slash at its end, or in capitals.
 */
export function isOnPage({ location }: RouterHistory, pathname: string): boolean {
  return location.pathname.replace(/\/$/, '').toLowerCase() === pathname.toLowerCase()
}
