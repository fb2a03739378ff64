import { useRouterState } from '@tanstack/react-router'
import { BackOfficeOffline } from './back-office-offline'
import { NotFoundPage } from './not-found-page'

/** Without a network the service worker answers an address of the back office, too: with the app's shell, which has no routes of it. */
export function NotFound() {
  const isBackOffice = useRouterState({
    select: (state) => state.location.pathname.startsWith('/backoffice'),
  })
  return isBackOffice ? <BackOfficeOffline /> : <NotFoundPage />
}
