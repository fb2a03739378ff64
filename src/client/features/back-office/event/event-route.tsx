import { createFileRoute } from '@tanstack/react-router'
import { EventPage } from '@/client/features/back-office/event/event-page'

export const Route = createFileRoute('/backoffice/events/$id')({
  /** `queue`: one event after the other is reviewed. */
  validateSearch: (search: Record<string, unknown>): { queue?: true } =>
    search['queue'] === true ? { queue: true } : {},
  component: EventPage,
})
