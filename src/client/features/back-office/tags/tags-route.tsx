import { createFileRoute } from '@tanstack/react-router'
import { TagsPage } from '@/client/features/back-office/tags/tags-page'

export const Route = createFileRoute('/backoffice/tags')({ component: TagsPage })
