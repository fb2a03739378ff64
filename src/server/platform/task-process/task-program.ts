// A program that runs tasks in a process of its own. `task-process` starts it; it knows no secret, and ends with the server,
// however that ends.

import { setPriority } from 'node:os'
import type { TaskReply } from './task-process'

const NICENESS = 5

export interface Replies<Result> {
  reply(result: Result): void
  /** Afterwards the process ends: the next task begins with a fresh one. */
  replyAndLeave(result: Result): void
}

/** Calls `perform` for each task that the server sends; it replies once to each. */
export function serveTasks<Task, Result>(
  perform: (task: Task, replies: Replies<Result>) => Promise<void>,
): void {
  const send = (message: TaskReply<Result>, sent?: () => void) => {
    process.send?.(message, undefined, {}, sent)
  }
  const replies: Replies<Result> = {
    reply: (result) => send({ result, isLast: false }),
    replyAndLeave: (result) => send({ result, isLast: true }, leave),
  }
  process.on('message', (task: Task) => void perform(task, replies))
  process.on('disconnect', leave)
  // The server stops this process itself, once the tasks in work are done.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  yieldToVisitors()
  send('ready')
}

function yieldToVisitors(): void {
  try {
    setPriority(NICENESS)
  } catch {
    // A process may not do so everywhere.
  }
}

/** Exits at once: an ordinary exit waits for the threads. */
function leave(): void {
  process.kill(process.pid, 'SIGKILL')
}
