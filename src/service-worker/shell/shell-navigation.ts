const BACK_OFFICE = '/backoffice'

/** These paths are always fetched: the API and its pages, images, the list in a frame, and the back office, which is online only. */
const SERVER_PATHS = ['/api', '/photos', BACK_OFFICE, '/docs', '/embed']

/**
 * Whether a navigation gets the app shell. Files (`/sitemap.xml`, `/robots.txt`, anything with an extension) and
 * the server's own addresses go to the network.
 */
export function isShellNavigation(url: URL): boolean {
  const { pathname } = url
  if (SERVER_PATHS.some((path) => pathname === path || pathname.startsWith(`${path}/`))) return false
  return !/\.[a-z0-9]+$/i.test(pathname)
}

/** The back office is online only; without a network it gets the shell, which says so. */
export function isBackOfficeNavigation({ pathname }: URL): boolean {
  return pathname === BACK_OFFICE || pathname.startsWith(`${BACK_OFFICE}/`)
}
