import { createFileRoute, notFound, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { Button } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/banner'
import { WifiOffIcon } from 'lucide-react'
import { NotFoundPage } from '@/client/shared/layout/not-found-page'

/**
 * The page for an unknown address. The service worker answers an address of the back office with the app's shell, too,
 * when there is no network; the shell has no routes of it.
 */
function NotFound() {
  const isBackOffice = useRouterState({
    select: (state) => state.location.pathname.startsWith('/backoffice'),
  })
  return isBackOffice ? <BackOfficeOffline /> : <NotFoundPage />
}

const reload = () => window.location.reload()

/** An address of the back office that was opened without a network: it goes on with the network. */
function BackOfficeOffline() {
  useEffect(() => {
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
  return (
    <EmptyState
      level={1}
      title={m.admin_offline_title()}
      art={<WifiOffIcon size="3rem" />}
      actions={<Button onClick={reload}>{m.app_try_again()}</Button>}
    >
      {m.admin_offline_text()}
    </EmptyState>
  )
}

/** Any path that leads nowhere (rules 2.1). */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound()
  },
  head: () => ({ meta: [{ title: `${m.shell_not_found()} · ${SITE.name}` }] }),
  notFoundComponent: NotFound,
})
