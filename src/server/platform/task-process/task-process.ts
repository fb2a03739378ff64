import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Log } from '@/server/platform/process/logger'

/** The messages of the process: first that it is ready, then the result of each task. After the last it ends itself. */
export type TaskReply<Result> = 'ready' | { result: Result; isLast: boolean }

/** `not started`: the process could not begin with any task. */
export type TaskOutcome<Result> = { result: Result } | 'crashed' | 'timed out' | 'not started'

/** The program that the process runs (task-program), and what it may take. */
export interface TaskProgram {
  url: URL
  args?: readonly string[]
  /** The heap of its JavaScript, in megabytes: a task that needs more crashes the process. */
  maxHeapMb: number
  maxMs: number
}

/** A process of its own for work that may crash, run away or never end, one task at a time. */
export interface TaskProcess<Task, Result> {
  pid: number | undefined
  isUsable(): boolean
  run(task: Task): Promise<TaskOutcome<Result>>
  end(): Promise<void>
}

const MAX_START_MS = 20_000

/** The program of this name in the folder of the module `moduleUrl`, from the sources or in the built server. */
export function programBeside(moduleUrl: string, name: string): URL {
  return new URL(`${name}.${isSource(moduleUrl) ? 'ts' : 'js'}`, moduleUrl)
}

/** Starts at once; `onReady` is called when the process is at its first task. */
export function startTaskProcess<Task extends string | object, Result>(
  program: TaskProgram,
  onReady: (pid: number | undefined) => void,
): TaskProcess<Task, Result> {
  const child = forkProgram(program)
  let isReady = false
  let isUsable = true
  const lose = () => {
    isUsable = false
  }
  child.on('disconnect', lose).on('error', lose)

  const end = async () => {
    lose()
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  return {
    pid: child.pid,
    isUsable: () => isUsable,
    end,
    run: (task) =>
      new Promise((settle) => {
        const conclude = (outcome: TaskOutcome<Result>) => {
          clearTimeout(timer)
          child.off('message', listen).off('disconnect', fail).off('error', fail)
          settle(outcome)
        }
        const giveUp = () => {
          conclude(isReady ? 'timed out' : 'not started')
          void end()
        }
        const listen = (reply: TaskReply<Result>) => {
          if (reply === 'ready') {
            isReady = true
            clearTimeout(timer)
            timer = setTimeout(giveUp, program.maxMs)
            onReady(child.pid)
            return
          }
          if (reply.isLast) lose()
          conclude({ result: reply.result })
        }
        // Its exit does not tell: it may be known before its last message is read.
        const fail = () => conclude(isReady ? 'crashed' : 'not started')
        let timer = setTimeout(giveUp, isReady ? program.maxMs : MAX_START_MS)
        child.on('message', listen).on('disconnect', fail).on('error', fail)
        // A task that cannot be sent shows by the disconnection.
        child.send(task, () => {})
      }),
  }
}

/** The process gets only these variables of our environment: an attacker who takes it over finds no secret there. */
const PASSED_ON = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH', 'LD_PRELOAD']

function forkProgram({ url, args = [], maxHeapMb }: TaskProgram): ChildProcess {
  const child = fork(fileURLToPath(url), [...args], {
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.includes(name))),
    execArgv: [...(isSource(url.href) ? ['--import', 'tsx'] : []), `--max-old-space-size=${maxHeapMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // While it has nothing to do it keeps nobody from ending.
  child.unref()
  child.channel?.unref()
  return child
}

function isSource(url: string): boolean {
  return url.endsWith('.ts')
}

const POLL_INTERVAL_MS = 500

/** The thread's program as text: from the sources, where tests run, Node 20 starts no thread in TypeScript. */
const WATCH = `
  const parent = require('node:worker_threads').workerData
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  }, ${POLL_INTERVAL_MS})
`

/** A thread ends the process, because a busy task gets no `disconnect`. Call it once, at the start of a program. */
export function endWithServer(): void {
  new Worker(WATCH, { eval: true, execArgv: [], workerData: process.ppid }).unref()
}

/** Runs tasks in one process that starts when it is needed. Whoever calls sees to it that one runs at a time. */
interface TaskRunner<Task, Result> {
  /** After the runner has stopped every task is `not started`. */
  run(task: Task): Promise<TaskOutcome<Result>>
  pid(): number | undefined
  stop(): Promise<void>
}

interface TaskRunnerOptions {
  program: TaskProgram
  /** A process that nobody needs is ended after so many milliseconds, so that the server is small while it rests. */
  idleMs: number
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
