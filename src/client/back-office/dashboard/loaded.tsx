import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '@/client/design-system/button'
import { Skeleton } from '@/client/design-system/skeleton'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'

interface LoadedProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'isError' | 'isFetching' | 'refetch'>
  /** The height of the placeholder: that of the content. */
  height: string
  children: (data: T) => ReactNode
}

/** A part of the dashboard: loading, failed, or its data; a refetch that fails leaves what is there. */
export function Loaded<T>({ query, height, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return <Skeleton height={height} />
  return (
    <div className={cluster({ gap: '3' })}>
      <span className={muted}>{m.admin_dashboard_part_failed()}</span>
      <Button variant="secondary" size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
        {m.admin_try_again()}
      </Button>
    </div>
  )
}

const muted = css({ color: 'fg.muted' })
