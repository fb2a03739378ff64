import { createFileRoute } from '@tanstack/react-router'
import { ImportPage } from '@/client/back-office/import/import-page'

export const Route = createFileRoute('/backoffice/events/import')({ component: ImportPage })
