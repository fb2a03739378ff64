import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/banner'
import { TriangleAlertIcon, WifiOffIcon } from 'lucide-react'
import * as m from '@/messages/compiled/messages.js'
import { ProgrammeUnreachable } from '@/offline/programme/programme-reader'
import { css } from 'styled-system/css'
import { useOnline } from './use-online'

interface UnreachableProps {
  title: string
  /** 1 where it stands for the whole page. */
  level?: 1 | 2
  /** It stands for what is said where no response came. */
  text?: string
  query: { error: unknown; refetch: () => unknown }
}

/** It stands for what has never been fetched: the skeleton while that is under way, else the way to try again. */
export function Unfetched(props: UnreachableProps & { query: { isFetching: boolean }; skeleton: ReactNode }) {
  const { error, isFetching } = props.query
  return error === null || isFetching ? props.skeleton : <Unreachable {...props} />
}

/** A page, or a part of one, that is missing for want of a network is fetched as soon as there is one. */
export function Unreachable(props: UnreachableProps) {
  const { title, level = 1, text = m.app_offline_text() } = props
  const { error, refetch } = props.query
  const isOnline = useOnline()
  const wasOnline = useRef(isOnline)
  useEffect(() => {
    if (isOnline && !wasOnline.current) refetch()
    wasOnline.current = isOnline
  }, [isOnline, refetch])
  const isTheirs = isOnline && error instanceof ProgrammeUnreachable && error.isServerError
  return (
    <div role="alert" className={wide}>
      <EmptyState
        level={level}
        title={isOnline ? title : m.app_offline_title()}
        art={isTheirs ? <TriangleAlertIcon size="3rem" /> : <WifiOffIcon size="3rem" />}
        actions={<Button onClick={() => refetch()}>{m.app_try_again()}</Button>}
      >
        {isTheirs ? m.app_server_error_text() : text}
      </EmptyState>
    </div>
  )
}

const wide = css({ width: 'full' })
