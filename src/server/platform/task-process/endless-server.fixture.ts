import { programBeside, startTaskProcess } from './task-process'

// A server whose task never ends; it says when that has begun.
const url = programBeside(import.meta.url, 'endless-worker.fixture')
const { run } = startTaskProcess<string, never>({ url, maxHeapMb: 64, maxMs: 60_000 }, () =>
  process.stdout.write('begun\n'),
)
await run('for ever')
