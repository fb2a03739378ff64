import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { parseUrl } from '@/domain/text/web-address'
import { tabStorage } from '@/offline/page/page-storage'
import { useCurrentUser, sessionOverState } from './use-current-user'

const KEY = 'redirect-address'

export type LoginArea = 'back-office' | 'public'

/** Where storage is forbidden or full, the page after signing in is the usual one. */
export function storeReturnAddress(href: string): void {
  try {
    sessionStorage.setItem(KEY, href)
  } catch {}
}

export function consumeReturnAddress(area: LoginArea): string | undefined {
  const href = tabStorage()?.getItem(KEY) ?? null
  clearReturnAddress()
  return href === null || areaOf(href) !== area ? undefined : href
}

/** The person has signed out: whoever signs in next goes to the usual page. */
export function clearReturnAddress(): void {
  tabStorage()?.removeItem(KEY)
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
    storeReturnAddress(router.state.location.href)
    const state = wasSignedIn.current ? sessionOverState() : {}
    void navigate({ to: '/login', search: {}, state, replace: true })
  }, [isSignedOut, navigate, router])
}
