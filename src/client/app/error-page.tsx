import { useRouter } from '@tanstack/react-router'
import { useOnline } from '@/client/shared/offline/use-online'
import { Button } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/empty-state'
import { WifiOffIcon } from '@/client/design-system/icons/icons'
import * as m from '@/messages/compiled/messages.js'

/** A bug, or a page whose chunk is neither cached nor can be fetched: says which, and offers the way on. */
export function ErrorPage() {
  const router = useRouter()
  const isOnline = useOnline()
  return (
    <div role="alert">
      <EmptyState
        level={1}
        title={isOnline ? m.app_error_title() : m.app_offline_title()}
        art={isOnline ? undefined : <WifiOffIcon size={48} />}
        // The browser does not fetch a failed module again: reload.
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
