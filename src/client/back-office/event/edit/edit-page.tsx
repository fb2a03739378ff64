import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { isOnPage } from '@/client/shared/layout/history-state'
import { toast } from '@/client/shared/notifications/toast'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { eventQuery } from '@/client/back-office/layout/review/back-office-queries'
import { EditEvent } from './edit-event'
import { LoadedEvent } from '../loaded-event'

const route = getRouteApi('/backoffice/events/$id/edit')

/** 'Update Event' (rules 2.12). On success the event's page is next. */
export function EditPage() {
  const { id } = route.useParams()
  return (
    <article className={frame}>
      <h1 className={title}>{m.admin_edit_title()}</h1>
      <LoadedEvent key={id} id={id} isForm>
        {(event) => <EditLoaded event={event} />}
      </LoadedEvent>
    </article>
  )
}

function EditLoaded({ event }: { event: BackOfficeEvent }) {
  // The event as it was when it was opened: a new fetch must not change what somebody is writing over.
  const [opened] = useState(event)
  const navigate = useNavigate()
  const { history } = useRouter()
  const queryClient = useQueryClient()
  const done = async () => {
    toast.success(m.admin_edit_updated())
    void queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY })
    // Its page shows what was saved: the event alone is waited for.
    await queryClient.refetchQueries(
      { queryKey: eventQuery(opened.id).queryKey, exact: true },
      { cancelRefetch: false },
    )
    if (!isOnPage(history, `/backoffice/events/${opened.id}/edit`)) return
    if (history.location.state.cameFrom === 'detail') history.back()
    else void navigate({ to: '/backoffice/events/$id', params: { id: opened.id }, replace: true })
  }
  return <EditEvent event={opened} onUpdated={done} />
}

const frame = css({ display: 'grid', gap: '6', minWidth: '0', maxWidth: 'form' })
const title = css({ textStyle: 'title' })
