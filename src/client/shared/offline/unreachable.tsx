import { useEffect, useRef } from 'react'
import { Button } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/banner'
import { TriangleAlertIcon, WifiOffIcon } from 'lucide-react'
import * as m from '@/messages/compiled/messages.js'
import { ProgrammeUnreachable } from '@/offline/programme/programme-reader'
import { useOnline } from './use-online'

interface UnreachableProps {
  title: string
  /** It stands for what is said where no response came. */
  text?: string
  error: unknown
  onRetry: () => void
}

/** A page that is missing for want of a network is fetched as soon as there is one. */
export function Unreachable({ title, text = m.app_offline_text(), error, onRetry }: UnreachableProps) {
  const isOnline = useOnline()
  const wasOnline = useRef(isOnline)
  useEffect(() => {
    if (isOnline && !wasOnline.current) onRetry()
    wasOnline.current = isOnline
  }, [isOnline, onRetry])
  const isTheirs = isOnline && isServerError(error)
  return (
    <div role="alert">
      <EmptyState
        level={1}
        title={isOnline ? title : m.app_offline_title()}
        art={isTheirs ? <TriangleAlertIcon size="3rem" /> : <WifiOffIcon size="3rem" />}
        actions={<Button onClick={onRetry}>{m.app_try_again()}</Button>}
      >
        {isOnline ? unreachableText(error, text) : text}
      </EmptyState>
    </div>
  )
}

/** Why a part of the programme is not there: `away` where no response came, else that the server failed. */
export function unreachableText(error: unknown, away: string): string {
  return isServerError(error) ? m.app_server_error_text() : away
}

export function isServerError(error: unknown): boolean {
  return error instanceof ProgrammeUnreachable && error.isServerError
}
