// The program of the process in which the calendars of others are read: one that takes too much memory or never ends takes
// nothing else with it. `source-reader` starts it.

import { ensureTemporal } from '@/domain/time/village-time'
import { endWithServer } from '@/server/platform/task-process/task-process'
import { serveTasks } from '@/server/platform/task-process/task-program'
import { previewRows } from '@/server/modules/import/mapping/preview-rows'
import type { PreviewOutcome, PreviewTask } from '@/server/modules/import/mapping/preview-rows'

endWithServer()
await ensureTemporal()
serveTasks<PreviewTask, PreviewOutcome>(async (task, { reply }) => reply(previewRows(task)))
