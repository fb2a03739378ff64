// The program of the process in which the calendars of others are read: one that takes too much memory or never ends takes
// nothing else with it. `source-reader` starts it.

import { ensureTemporal } from '@/domain/temporal'
import { endWithServer } from '@/server/task-process/end-with-server'
import { serveTasks } from '@/server/task-process/task-program'
import { previewRows } from './preview-rows'
import type { PreviewOutcome, PreviewTask } from './preview-rows'

endWithServer()
await ensureTemporal()
serveTasks<PreviewTask, PreviewOutcome>(async (task, { reply }) => reply(previewRows(task)))
