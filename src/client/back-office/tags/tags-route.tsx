import { createFileRoute } from '@tanstack/react-router'
import { TagsPage } from '@/client/back-office/tags/tags-page'

export const Route = createFileRoute('/backoffice/tags')({ component: TagsPage })
