import { createFileRoute } from '@tanstack/react-router'
import { EventPage } from '@/client/features/back-office/event/event-page'

export const Route = createFileRoute('/backoffice/events/$id')({ component: EventPage })
