import type { QueryClient } from '@tanstack/react-query'
import { useRouteContext, type RouterHistory } from '@tanstack/react-router'
import { useEffect } from 'react'
import { pageValue } from '@/client/shared/loading/page-value'
import { CARD_SIZE } from '@/contract/events/calendar-files'
import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import type { ApiClient } from '@/offline/api/api-client'
import type { ProgrammeReader } from '@/offline/programme/programme-reader'
import { SITE } from '@/site/site'

interface PageHead {
  /** The title of the page alone; the product's name is added. */
  title: string
  /** Give it only under `import.meta.env.SSR`, so that the first load does not carry it in two languages. */
  description?: string | undefined
  /** Address or path of a picture of 1200x630 for link previews; else they show the icon. */
  card?: string | undefined
  path: string
  origin: string
}

/** Title and canonical address; from the server also description and what link previews read. */
export function pageHead({ title, description, card, path, origin }: PageHead) {
  const links = [{ rel: 'canonical', href: origin + path }]
  const meta = [{ title: `${title} · ${SITE.name}` }]
  if (!import.meta.env.SSR || description === undefined) return { meta, links }
  const picture = new URL(card ?? '/icons/icon-512.png', origin).href
  const properties = {
    'og:title': title,
    'og:description': description,
    'og:url': origin + path,
    'og:type': 'website',
    'og:image': picture,
    ...(card && { 'og:image:width': `${CARD_SIZE.width}`, 'og:image:height': `${CARD_SIZE.height}` }),
  }
  const names = {
    description,
    'twitter:title': title,
    'twitter:description': description,
    'twitter:card': card ? 'summary_large_image' : 'summary',
    ...(card && { 'twitter:image': picture }),
  }
  const ofProperties = Object.entries(properties).map(([property, content]) => ({ property, content }))
  const ofNames = Object.entries(names).map(([name, content]) => ({ name, content }))
  return { meta: [...meta, ...ofProperties, ...ofNames], links }
}

type SiteMessage = (names: { site: string; village: string }) => string

const NAMES = { site: SITE.name, village: SITE.village }

/** The head of a page that is the same for everybody. Give the description only under `import.meta.env.SSR`, see `PageHead`. */
export function siteHead(title: SiteMessage, description: SiteMessage | false = false) {
  return ({ match }: { match: { routeId: string; context: object } }) =>
    pageHead({
      title: title(NAMES),
      description: description === false ? undefined : description(NAMES),
      path: match.routeId,
      origin: originOf(match.context),
    })
}

/** The head of a page that is about one person or one browser: search engines leave it out. */
export const noindexHead = (title: SiteMessage) => () => ({
  meta: [{ title: `${title(NAMES)} · ${SITE.name}` }, { name: 'robots', content: 'noindex' }],
})

export const unknownPageHead = (title: string = m.shell_not_found()) => ({
  ...noindexHead(() => title)(),
  links: [],
})

/** The context of all routes. */
export interface RouterContext {
  programme: ProgrammeReader
  /** The query cache of one page visit (browser) or one request (server). */
  queryClient: QueryClient
  /** The server's API client, for what a page is rendered with besides the programme; a browser has none here. */
  api?: ApiClient
  locale: Locale
  /** The site's own address, for links that leave the page (link previews, sharing). */
  origin: string
  /** The moment the page was made, epoch seconds: the server's during hydration, so that both render the same. */
  nowSeconds: number
}

/** The origin of the page: the router's context names it while the server renders; a browser knows it itself. */
export function originOf(context: object): string {
  return 'origin' in context && typeof context.origin === 'string' ? context.origin : window.location.origin
}

export function useOrigin(): string {
  return originOf(useRouteContext({ from: '__root__' }))
}

/** The address on posters: it leads each phone to the right place. */
export function usePosterAddress(): { address: string; printed: string } {
  const address = `${useOrigin()}/app`
  return { address, printed: address.replace(/^https?:\/\//, '') }
}

/** The state of an entry of the browser's history; it stays with the entry, also over a reload. */
declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page whose link was followed: going back from here shows it as it was left. */
    cameFrom?: 'list' | 'detail'
    isPhotoOpen?: boolean
    /** The token of the draft that the form opens, of several for what it changes. */
    draft?: string
    /** The token of a reset link, out of the address: a reload finds it here. */
    resetToken?: string
  }
}

export function cameFromList({ location }: RouterHistory): boolean {
  return location.state.cameFrom === 'list'
}

/** A response must not take a person back who has gone on. An address may be typed with a slash at its end, or in capitals. */
export function isOnPage({ location }: RouterHistory, pathname: string): boolean {
  return location.pathname.replace(/\/$/, '').toLowerCase() === pathname.toLowerCase()
}

const savedParts = pageValue(0)

export function useSavedContent(): void {
  useEffect(() => {
    savedParts.set(savedParts.get() + 1)
    return () => savedParts.set(savedParts.get() - 1)
  }, [])
}

/** Only where the page has such a part may it be said that what is seen was saved. */
export const useHasSavedContent = () => savedParts.use() > 0
