import { useRouterState } from '@tanstack/react-router'
import { BackOfficeOffline } from './back-office-offline'
import { NotFoundPage } from './not-found-page'

/**
 * The page for an unknown address. The service worker answers an address of the back office with the app's shell, too,
 * when there is no network; the shell has no routes of it.
 */
export function NotFound() {
  const isBackOffice = useRouterState({
    select: (state) => state.location.pathname.startsWith('/backoffice'),
  })
  return isBackOffice ? <BackOfficeOffline /> : <NotFoundPage />
}
