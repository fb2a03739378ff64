import { createFileRoute } from '@tanstack/react-router'
import { ImportPage } from './import-page'

export const Route = createFileRoute('/backoffice/events/import')({ component: ImportPage })
