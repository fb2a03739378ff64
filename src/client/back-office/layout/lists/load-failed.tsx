import { useState } from 'react'
import { failureText } from '@/client/shared/forms/server-error-text'
import { outcomeOf } from '@/client/shared/offline/call-failed'
import { Button } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/empty-state'
import { AlertIcon } from '@/client/design-system/icons/icons'
import * as m from '@/messages/compiled/messages.js'

interface LoadFailedProps {
  title: string
  /** The query's error: it says why. */
  error: unknown
  /** The button is busy for as long as its promise is pending. */
  onRetry: () => unknown
}

/** Something could not be loaded: what, why, and the way to try again. */
export function LoadFailed({ title, error, onRetry }: LoadFailedProps) {
  const [isBusy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    await onRetry()
    setBusy(false)
  }
  return (
    <div role="alert">
      <EmptyState
        title={title}
        art={<AlertIcon size={40} />}
        actions={
          <Button variant="secondary" busy={isBusy} onClick={() => void retry()}>
            {m.admin_try_again()}
          </Button>
        }
      >
        {failureText(outcomeOf(error))}
      </EmptyState>
    </div>
  )
}
