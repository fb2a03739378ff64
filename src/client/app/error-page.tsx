import { useRouter } from '@tanstack/react-router'
import { useOnline } from '@/client/shell/use-online'
import { Button } from '@/client/ui/button'
import { EmptyState } from '@/client/ui/empty-state'
import { WifiOffIcon } from '@/client/ui/icons'
import * as m from '@/messages/compiled/messages.js'

/** A bug, or a page whose code is not on this device and cannot be fetched: says which, and offers the way on. */
export function ErrorPage() {
  const router = useRouter()
  const isOnline = useOnline()
  return (
    <div role="alert">
      <EmptyState
        level={1}
        title={isOnline ? m.app_error_title() : m.app_offline_title()}
        art={isOnline ? undefined : <WifiOffIcon size={48} />}
        // A chunk that failed is not asked for again by the browser: start anew.
        actions={
          <Button onClick={() => void router.invalidate().then(reloadIfBroken)}>{m.app_try_again()}</Button>
        }
      >
        {isOnline ? m.app_error_text() : m.app_offline_text()}
      </EmptyState>
    </div>
  )

  function reloadIfBroken() {
    if (router.state.matches.some(({ status }) => status === 'error')) window.location.reload()
  }
}
