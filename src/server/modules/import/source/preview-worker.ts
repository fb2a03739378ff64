// The program of the thread in which the calendars of others are read: one that takes too much memory or never ends takes
// nothing else with it. `source-reader` starts it.

import { parentPort } from 'node:worker_threads'
import { ensureTemporal } from '@/domain/time/village-time'
import { previewRows } from '@/server/modules/import/mapping/preview-rows'
import type { PreviewTask } from '@/server/modules/import/mapping/preview-rows'

await ensureTemporal()
parentPort?.once('message', (task: PreviewTask) => parentPort?.postMessage(previewRows(task), []))
