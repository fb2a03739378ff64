import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { outcomeOf } from '@/client/shared/offline/call-failed'
import { draftContent } from '@/client/shared/event-form/draft/draft'
import { ownKey } from '@/client/shared/session/own-key'
import { failureText } from '@/client/shared/forms/server-error-text'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { report } from '@/client/shared/offline/report'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { Button } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/empty-state'
import { Spinner } from '@/client/design-system/spinner'
import * as m from '@/messages/compiled/messages.js'
import { newId } from '@/offline/platform/new-id'
import { button } from 'styled-system/recipes'
import { readEarlierEvent } from './earlier-event'
import type { EarlierEvent } from './earlier-event'

interface UseAgainProps {
  /** The id of an entry of the outbox, or of an event of the current user. */
  id: string
  onReady: () => void
}

/** Makes an earlier submission the draft of a new event, without its dates, before the form is opened. */
export function UseAgain({ id, onReady }: UseAgainProps) {
  const user = useCurrentUser()
  const earlier = useQuery({
    queryKey: ownKey(user?.id ?? '', 'earlier-event', id),
    queryFn: ({ signal }) => readEarlierEvent(id, user ?? undefined, signal),
    enabled: user !== undefined,
    networkMode: 'always',
    retry: false,
    // A later visit reads it again.
    gcTime: 0,
  })
  const [isNotStored, setNotStored] = useState(false)
  const isBegun = useRef(false)
  const store = useEffectEvent(async (event: EarlierEvent) => {
    try {
      await storeAsDraft(event)
      onReady()
    } catch (error) {
      report('The earlier event could not be made a draft.', error)
      setNotStored(true)
    }
  })
  const { data } = earlier
  useEffect(() => {
    if (!data || isBegun.current) return
    isBegun.current = true
    void store(data)
  }, [data])

  if (isNotStored) return <NotFilled title={m.form_again_not_stored()} />
  if (data === null) return <NotFilled title={m.form_again_gone()} />
  if (!earlier.isError) return <Spinner label={m.form_edit_loading()} />
  return (
    <NotFilled title={m.form_again_failed()} text={failureText(outcomeOf(earlier.error))}>
      <Button busy={earlier.isFetching} onClick={() => void earlier.refetch()}>
        {m.form_tags_retry()}
      </Button>
    </NotFilled>
  )
}

async function storeAsDraft({ values, photo, hasLostPhoto }: EarlierEvent): Promise<void> {
  const { outbox } = await loadOfflineClient()
  await outbox.drafts.put({
    key: { slot: 'event/new', token: newId() },
    content: draftContent(values, { origin: { kind: 'earlier-event', title: values.title } }),
    photo,
    hadPhoto: photo !== undefined || hasLostPhoto,
    revision: 0,
  })
}

interface NotFilledProps {
  title: string
  text?: string
  children?: ReactNode
}

function NotFilled({ title, text, children }: NotFilledProps) {
  return (
    <EmptyState
      title={title}
      actions={
        <>
          <Link to="/add-event" search={{}} className={button({ variant: 'secondary' })}>
            {m.form_new_event()}
          </Link>
          {children}
        </>
      }
    >
      {text}
    </EmptyState>
  )
}
