import { Button } from '@/client/design-system/button'
import { dismissImportFindings } from '@/contract/back-office/import-sources'
import * as m from '@/messages/compiled/messages.js'
import { useWrite } from '@/client/back-office/layout/dialogs/use-write'

interface DismissFindingsProps {
  id: string
  name: string
  /** When the calendar was read whose note this is, epoch seconds. */
  readAt: number
}

/** Says that the note of a night was seen: it is told again when its calendar changes. */
export function DismissFindings({ id, name, readAt }: DismissFindingsProps) {
  const write = useWrite(dismissImportFindings, {
    done: () => m.import_seen_done(),
    failed: m.import_seen_failed(),
  })
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={write.isPending}
      aria-label={m.import_seen_of({ name })}
      onClick={() => write.mutate({ params: { id }, body: { read_at: readAt } })}
    >
      {m.import_seen()}
    </Button>
  )
}
