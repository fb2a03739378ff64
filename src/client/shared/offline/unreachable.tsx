import { Button } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/banner'
import { WifiOffIcon } from 'lucide-react'
import * as m from '@/messages/compiled/messages.js'
import { ProgrammeUnreachable } from '@/offline/programme/programme-reader'

interface UnreachableProps {
  title: string
  error: unknown
  onRetry: () => void
}

export function Unreachable({ title, error, onRetry }: UnreachableProps) {
  return (
    <div role="alert">
      <EmptyState
        level={1}
        title={title}
        art={<WifiOffIcon size="3rem" />}
        actions={<Button onClick={onRetry}>{m.app_try_again()}</Button>}
      >
        {unreachableText(error, m.app_offline_text())}
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
