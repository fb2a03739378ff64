import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useOnline } from '@/client/shared/offline/use-online'
import { Button } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/empty-state'
import { WifiOffIcon } from '@/client/design-system/icons/icons'
import * as m from '@/messages/compiled/messages.js'

/**
 * React keeps a lazy part that failed, and older browsers a module: they are fetched again by a page that is loaded again. Without a
 * network that would be the browser's own page.
 */
const reload = () => window.location.reload()

/** A bug, or a page whose chunk is neither cached nor can be fetched: says which, and goes on with the network. */
export function ErrorPage() {
  const router = useRouter()
  const isOnline = useOnline()
  useEffect(() => {
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
  return (
    <div role="alert">
      <EmptyState
        level={1}
        title={isOnline ? m.app_error_title() : m.app_offline_title()}
        art={isOnline ? undefined : <WifiOffIcon size={48} />}
        actions={
          <Button onClick={isOnline ? reload : () => void router.invalidate()}>{m.app_try_again()}</Button>
        }
      >
        {isOnline ? m.app_error_text() : m.app_offline_text()}
      </EmptyState>
    </div>
  )
}
