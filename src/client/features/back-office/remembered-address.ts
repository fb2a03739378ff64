const KEY = 'redirect-address'
const START = '/backoffice/dashboard'

type AddressStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Stores the address to return to after signing in (spec 4, auth redirect). */
export function rememberAddress(storage: AddressStorage, href: string): void {
  if (isOfBackOffice(href)) storage.setItem(KEY, href)
}

/** Reads and removes the address to return to; the dashboard when there is none. */
export function consumeAddress(storage: AddressStorage): string {
  const href = storage.getItem(KEY)
  storage.removeItem(KEY)
  return href !== null && isOfBackOffice(href) ? href : START
}

/** Only addresses of the back office, and not its login page (spec 4); never another site. */
function isOfBackOffice(href: string): boolean {
  const [path = ''] = href.split(/[?#]/)
  const isInside = path === '/backoffice' || path.startsWith('/backoffice/')
  return isInside && path !== '/backoffice/login' && !path.startsWith('/backoffice/login/')
}
