// The program of the thread in which the calendars of others are read: one that takes too much memory or never ends takes
// nothing else with it. `read-source` starts it.

import { parentPort } from 'node:worker_threads'
import { ensureTemporal } from '@/domain/time/village-time'
import { readCalendar, type ReadingTask } from './reading'

await ensureTemporal()
parentPort?.once('message', (task: ReadingTask) => parentPort?.postMessage(readCalendar(task), []))
