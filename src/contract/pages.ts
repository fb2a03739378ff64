import { TIDE_STATION } from '../site/site.ts'
import type { ReadInProcess } from './endpoint.ts'

interface PublicPage {
  path: string
  /** The file of its route, below `src/client`. */
  file: string
  /** It is the same for everybody, and search engines are told of it (rules 2.1). */
  isListed?: boolean
}

/** The pages that everybody may open; the server renders them. Delete a feature: its folder, and its line here. */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  { path: '/', file: 'features/home/home-route.tsx', isListed: true },
  { path: '/events', file: 'features/events/events-route.tsx', isListed: true },
  { path: '/events/$id', file: 'features/event/event-route.tsx' },
  { path: '/places/$slug', file: 'features/place/place-route.tsx' },
  { path: '/organisers/$slug', file: 'features/organiser/organiser-route.tsx' },
  { path: '/manage/$id', file: 'features/manage/manage-route.tsx' },
  { path: '/tides', file: 'features/tides/tides-route.tsx', isListed: TIDE_STATION !== undefined },
  { path: '/week', file: 'features/week/week-route.tsx', isListed: true },
  { path: '/week/$week', file: 'features/week/week-of-route.tsx' },
  { path: '/week-mail', file: 'features/week-mail/week-mail-route.tsx' },
  { path: '/add-event', file: 'features/submit/add-event-route.tsx', isListed: true },
  { path: '/saved', file: 'features/saved/saved-route.tsx' },
  { path: '/outbox', file: 'features/outbox/outbox-route.tsx' },
  { path: '/on-this-device', file: 'features/on-this-device/on-this-device-route.tsx' },
  { path: '/contacts', file: 'features/support/support-route.tsx', isListed: true },
  { path: '/profile', file: 'features/profile/profile-route.tsx' },
  { path: '/privacy', file: 'features/pages/privacy-route.tsx', isListed: true },
  { path: '/terms', file: 'features/pages/terms-route.tsx', isListed: true },
  { path: '/eula', file: 'features/pages/eula-route.tsx', isListed: true },
  { path: '/download', file: 'features/pages/download-route.tsx', isListed: true },
  { path: '/app', file: 'features/pages/app-redirect-route.tsx' },
  { path: '/promo', file: 'features/promo/promo-route.tsx' },
  { path: '/login', file: 'features/account/login-route.tsx' },
  { path: '/register', file: 'features/account/register-route.tsx' },
  { path: '/reset-password', file: 'features/account/reset-password-route.tsx' },
  { path: '/auth/google/callback', file: 'features/provider-return/google-callback-route.tsx' },
  { path: '/auth/apple/redirect', file: 'features/provider-return/apple-redirect-route.tsx' },
  { path: '/$', file: 'features/pages/not-found-route.tsx' },
]

/** The exports of the client's server entry (src/client/app/entry-server.tsx). */
export interface PageRenderer {
  /** Finds the route of an address; it renders nothing. */
  pageOf(address: URL): Page
  /** Renders one public page. Rejects with what kept its data from being read. */
  renderPage(page: PageRequest): Promise<RenderedPage>
}

export interface Page {
  /**
   * The requested address in one spelling: with the values that its route reads, in one order, and without parameters that it does not
   * know.
   */
  address: URL
  /** The pattern of its route. Undefined for a path that leads nowhere. */
  routeId: string | undefined
  /** Its path is another one than was requested, which leads there. */
  isMended: boolean
}

interface PageRequest {
  address: URL
  locale: 'en' | 'pt'
  nowSeconds: number
  /** Calls the function behind an endpoint, as the visitor. */
  read: ReadInProcess
  /** A page that says 'not found' is rendered, too; without, it has a status and nothing else. */
  rendersNotFound: boolean
}

export interface RenderedPage {
  status: number
  /** Where a redirect leads: it has no body. */
  location: string | undefined
  head: string
  body: string
  /** Inline scripts that stand behind the body. */
  scripts: string[]
  /** Source files of the matched routes, below `src/client`: what the page's chunks are found by. */
  routeFiles: string[]
}
