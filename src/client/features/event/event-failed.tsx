import { useEffect, useRef } from 'react'
import { isServerError, unreachableText } from '@/client/shared/offline/unreachable-text'
import { useOnline } from '@/client/shared/offline/use-online'
import { Button } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/empty-state'
import { AlertIcon, WifiOffIcon } from '@/client/design-system/icons/icons'
import * as m from '@/messages/compiled/messages.js'

interface EventFailedProps {
  error: Error
  /** The sentences for a server that is away, and for a device that is offline. */
  texts: { away: string; offline: string }
  onRetry: () => void
}

/** An event that is missing for want of a network is fetched as soon as there is one. */
export function EventFailed({ error, texts, onRetry }: EventFailedProps) {
  const isOnline = useOnline()
  const wasOnline = useRef(isOnline)
  useEffect(() => {
    if (isOnline && !wasOnline.current) onRetry()
    wasOnline.current = isOnline
  }, [isOnline, onRetry])
  return (
    <div role="alert">
      <EmptyState
        level={1}
        title={isOnline ? m.event_failed() : m.app_offline_title()}
        art={isServerError(error) && isOnline ? <AlertIcon size={48} /> : <WifiOffIcon size={48} />}
        actions={<Button onClick={onRetry}>{m.event_try_again()}</Button>}
      >
        {isOnline ? unreachableText(error, texts.away) : texts.offline}
      </EmptyState>
    </div>
  )
}
