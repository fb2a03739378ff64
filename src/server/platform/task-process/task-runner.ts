import { startTaskProcess } from './task-process'
import type { TaskOutcome, TaskProcess, TaskProgram } from './task-process'
import type { Log } from '@/server/platform/process/logger'

/** Runs tasks in one process that starts when it is needed. Whoever calls sees to it that one runs at a time. */
export interface TaskRunner<Task, Result> {
  /** After the runner has stopped every task is `not started`. */
  run(task: Task): Promise<TaskOutcome<Result>>
  /** The id of the process, while there is one. */
  pid(): number | undefined
  /** Ends the process, also in the middle of a task. */
  stop(): Promise<void>
}

export interface TaskRunnerOptions {
  program: TaskProgram
  /** A process that nobody needs is ended after so many milliseconds, so that the server is small while it rests. */
  idleMs: number
  /** The work of the process, for the log: `renders photos`. */
  work: string
  log: Log<'debug' | 'warn'>
}

export function createTaskRunner<Task extends string | object, Result>({
  program,
  idleMs,
  work,
  log,
}: TaskRunnerOptions): TaskRunner<Task, Result> {
  let current: TaskProcess<Task, Result> | undefined
  let idle: NodeJS.Timeout | undefined
  let isStopped = false
  return {
    async run(task) {
      if (isStopped) return 'not started'
      clearTimeout(idle)
      if (current?.isUsable() !== true)
        current = startTaskProcess<Task, Result>(program, (pid) => log.debug({ pid }, `a process ${work}`))
      const { run, end } = current
      const outcome = await run(task)
      if (typeof outcome === 'string') log.warn({ outcome }, `the process that ${work} did not finish a task`)
      if (!isStopped) idle = setTimeout(() => void end(), idleMs).unref()
      return outcome
    },
    pid: () => (current?.isUsable() === true ? current.pid : undefined),
    async stop() {
      isStopped = true
      clearTimeout(idle)
      await current?.end()
    },
  }
}
