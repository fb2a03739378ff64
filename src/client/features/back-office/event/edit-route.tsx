import { createFileRoute } from '@tanstack/react-router'
import { EditPage } from '@/client/features/back-office/event/edit-page'

export const Route = createFileRoute('/backoffice/events/$id/edit')({ component: EditPage })
