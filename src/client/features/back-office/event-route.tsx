import { createFileRoute } from '@tanstack/react-router'
import { ReviewEventPage } from '@/client/features/back-office/review-event-page'

export const Route = createFileRoute('/backoffice/events/$id')({ component: ReviewEventPage })
