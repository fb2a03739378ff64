import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { LoadedEvent } from '@/client/back-office/event/loaded-event'
import { ListSkeleton, Page } from '@/client/back-office/shared/page'
import { eventQuery } from '@/client/back-office/shared/back-office-queries'
import { StoredEventForm } from '@/client/shared/event-form/stored-event-form'
import { isOnPage } from '@/client/shared/layout/page-head'
import { toast } from '@/client/shared/notifications/toast'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { updateEvent, type BackOfficeEvent } from '@/contract/back-office/back-office-events'
import * as m from '@/messages/compiled/messages.js'
import { DraftGuard } from './draft-guard'

function EditPage() {
  const { id } = Route.useParams()
  return (
    <Page title={m.admin_edit_title()} isForm>
      <LoadedEvent key={id} id={id} isForm>
        {(event) => <EditEvent event={event} />}
      </LoadedEvent>
    </Page>
  )
}

function EditEvent({ event }: { event: BackOfficeEvent }) {
  const queryClient = useQueryClient()
  const { id } = event
  return (
    <StoredEventForm
      slot={`staff/edit/${id}`}
      mode="staff"
      event={event}
      photoOf={({ photo }) => photo}
      refetch={() => queryClient.fetchQuery({ ...eventQuery(id), staleTime: 0 }).catch(() => undefined)}
      send={(api, change, options) => api.call(updateEvent, { params: { id }, body: change }, options)}
      onSaved={useLeaveToEvent(id)}
      submitLabel={m.admin_edit_submit()}
      busyLabel={m.admin_edit_submitting()}
      failure={m.admin_edit_failed()}
      missing={m.admin_edit_conflict_gone()}
      opening={<ListSkeleton />}
      Notice={DraftGuard}
    />
  )
}

/** Leads to the event's page, once that shows what was saved. */
function useLeaveToEvent(id: string): () => Promise<void> {
  const navigate = useNavigate()
  const { history } = useRouter()
  const queryClient = useQueryClient()
  return async () => {
    toast.success(m.admin_edit_updated())
    void queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY })
    // The event alone is waited for.
    await queryClient.refetchQueries(
      { queryKey: eventQuery(id).queryKey, exact: true },
      { cancelRefetch: false },
    )
    if (!isOnPage(history, `/backoffice/events/${id}/edit`)) return
    if (history.location.state.cameFrom === 'detail') history.back()
    else void navigate({ to: '/backoffice/events/$id', params: { id }, replace: true })
  }
}

export const Route = createFileRoute('/backoffice/events/$id/edit')({ component: EditPage })
