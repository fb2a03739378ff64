import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { parseUrl } from '@/domain/text/web-address'
import { tabStorage } from '@/offline/page/page-storage'
import { useCurrentUser, sessionOverState } from './use-current-user'

const KEY = 'redirect-address'

/** The tab's own (`tabStorage`); undefined where it is forbidden: after signing in the page is the usual one. */
type AddressStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined

export type LoginArea = 'back-office' | 'public'

export function storeReturnAddress(storage: AddressStorage, href: string): void {
  try {
    storage?.setItem(KEY, href)
  } catch {
    // Storage is forbidden or full: after signing in the page is the usual one.
  }
}

export function consumeReturnAddress(storage: AddressStorage, area: LoginArea): string | undefined {
  try {
    const href = storage?.getItem(KEY) ?? null
    storage?.removeItem(KEY)
    return href === null || areaOf(href) !== area ? undefined : href
  } catch {
    return undefined
  }
}

/** The person has signed out: whoever signs in next goes to the usual page. */
export function clearReturnAddress(storage: AddressStorage): void {
  try {
    storage?.removeItem(KEY)
  } catch {
    // Storage is forbidden: then none is stored.
  }
}

const MAX_LENGTH = 2000
const LOGIN_PAGES = /^\/(?:login|register|reset-password|auth\/[^]*)\/?$/

/** The area of a page of ours that is no login page itself; undefined for anything else: never another site. */
function areaOf(href: string): LoginArea | undefined {
  if (href.length > MAX_LENGTH) return undefined
  const base = 'https://guide.invalid'
  const address = /^\/(?![/\\])/.test(href) ? parseUrl(href, base) : undefined
  // Browsers drop tabs and line breaks, resolve dots and read backslashes as slashes: what is compared is what they make of it.
  if (address === undefined || address.origin !== base || address.href !== base + href) return undefined
  const { pathname } = address
  if (pathname === '/backoffice' || pathname.startsWith('/backoffice/'))
    return /^\/backoffice\/login(?:\/|$)/.test(pathname) ? undefined : 'back-office'
  return LOGIN_PAGES.test(pathname) ? undefined : 'public'
}

/** Remembers the page's address and goes to the login (rules 4.2), which tells whoever was signed in here why. */
export function useSignInFirst(isSignedOut: boolean): void {
  const navigate = useNavigate()
  const router = useRouter()
  const user = useCurrentUser()
  const wasSignedIn = useRef(false)
  useEffect(() => {
    if (user) wasSignedIn.current = true
  }, [user])
  useEffect(() => {
    if (!isSignedOut) return
    storeReturnAddress(tabStorage(), router.state.location.href)
    const state = wasSignedIn.current ? sessionOverState() : {}
    void navigate({ to: '/login', search: {}, state, replace: true })
  }, [isSignedOut, navigate, router])
}
