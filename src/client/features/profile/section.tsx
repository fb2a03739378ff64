import { useId, type ReactNode, type Ref, type MouseEvent } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { outcomeOf } from '@/client/shared/offline/client-call'
import { failureText } from '@/client/shared/forms/server-error-text'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import { Skeleton } from '@/client/design-system/skeleton'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { subheadingText } from '@/client/design-system/text'
import { css } from 'styled-system/css'
import { card } from 'styled-system/recipes'

interface SectionProps {
  title: ReactNode
  action?: ReactNode
  /** Takes the focus when what had it is gone. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

export function Section({ title, action, headingRef, children }: SectionProps) {
  const id = useId()
  return (
    <section className={card({ pad: true })} aria-labelledby={id}>
      <div className={body}>
        <div className={head}>
          <h2 ref={headingRef} id={id} tabIndex={-1} className={subheadingText}>
            {title}
          </h2>
          {action}
        </div>
        {children}
      </div>
    </section>
  )
}

const body = css({ display: 'grid', gap: '4', minWidth: '0', overflowWrap: 'anywhere' })
const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '3',
  alignItems: 'center',
  justifyContent: 'space-between',
})

/** Two columns where there is room; the order of reading stays. */
export const columns = css({
  display: 'grid',
  gap: '6',
  alignItems: 'start',
  gridTemplateColumns: { lg: '[minmax(0, 3fr) minmax(0, 2fr)]' },
})
export const column = css({ display: 'grid', gap: '6', minWidth: '0' })

interface LoadErrorProps {
  title: string
  query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>
}

/**
 * Something could not be loaded: what, why, and the way to try again. Its section announces it, in a region that is mounted
 * before: without a network there are several, which must not interrupt one another.
 */
export function LoadError({ title, query }: LoadErrorProps) {
  const retry = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button goes while it is fetched: the section's heading takes the focus.
    currentTarget.closest('section')?.querySelector('h2')?.focus()
    void query.refetch()
  }
  return (
    <Banner
      tone="danger"
      title={title}
      actions={
        <Button variant="secondary" size="sm" busy={query.isFetching} onClick={retry}>
          {m.profile_try_again()}
        </Button>
      }
    >
      {failureText(outcomeOf(query.error))}
    </Banner>
  )
}

/** The server renders it, and so does a browser until it knows who is signed in. */
export function ProfileSkeleton() {
  return (
    <div className={columns}>
      <LiveRegion>{m.profile_loading()}</LiveRegion>
      <div className={column}>
        <Skeleton height="12rem" />
        <Skeleton height="20rem" />
      </div>
      <div className={column}>
        <Skeleton height="22rem" />
        <Skeleton height="12rem" />
      </div>
    </div>
  )
}
