import { createFileRoute } from '@tanstack/react-router'
import { EditPage } from '@/client/back-office/event/edit/edit-page'

export const Route = createFileRoute('/backoffice/events/$id/edit')({ component: EditPage })
