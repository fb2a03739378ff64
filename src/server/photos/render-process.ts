import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { RenderedPhoto } from './rendered-photo'

/** A photo that somebody sent, or the text of an SVG that we drew ourselves. */
export type RenderTask = Buffer | string

/** What the process says: first that it is there, then what became of each photo. After the last it ends itself. */
export type RenderReply = 'ready' | { result: RenderedPhoto; isLast: boolean }

/** `not started`: the process could not do anything for any photo. */
export type RenderOutcome = RenderedPhoto | 'crashed' | 'timed out' | 'not started'

export interface RenderLimits {
  /** Of the process while it renders. */
  maxRssBytes: number
  /** What one photo may cost. */
  maxCpuSeconds: number
  /** By the clock, for what neither ends nor works. */
  maxMs: number
}

/** A process that renders pictures, one at a time. */
export interface RenderProcess {
  pid: number | undefined
  /** Whether it may get another photo. */
  isUsable(): boolean
  render(task: RenderTask): Promise<RenderOutcome>
  /** Resolves when it is gone. */
  end(): Promise<void>
}

/** Starts at once; `onReady` is called when the process is at its first photo. */
export function startRenderProcess(
  limits: RenderLimits,
  onReady: (pid: number | undefined) => void,
): RenderProcess {
  const child = forkWorker(limits)
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
    render: (task) =>
      new Promise((settle) => {
        const conclude = (outcome: RenderOutcome) => {
          clearTimeout(timer)
          child.off('message', listen).off('disconnect', fail).off('error', fail)
          settle(outcome)
        }
        const listen = (reply: RenderReply) => {
          if (reply === 'ready') {
            isReady = true
            onReady(child.pid)
            return
          }
          if (reply.isLast) lose()
          conclude(reply.result)
        }
        // Not by its exit, which may be known before its last message is read.
        const fail = () => conclude(isReady ? 'crashed' : 'not started')
        const timer = setTimeout(() => {
          conclude('timed out')
          void end()
        }, limits.maxMs)
        child.on('message', listen).on('disconnect', fail).on('error', fail)
        // What cannot be sent shows by the disconnection.
        child.send(task, () => {})
      }),
  }
}

/** What the process needs of our environment: whoever takes it over finds no secret there. */
const PASSED_ON = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH', 'LD_PRELOAD']

function forkWorker({ maxRssBytes, maxCpuSeconds }: RenderLimits): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts')
  const worker = new URL(`render-worker.${isSource ? 'ts' : 'js'}`, import.meta.url)
  const child = fork(fileURLToPath(worker), [String(maxRssBytes), String(maxCpuSeconds)], {
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.includes(name))),
    execArgv: [...(isSource ? ['--import', 'tsx'] : []), '--max-old-space-size=64'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // While it has nothing to do it keeps nobody from ending.
  child.unref()
  child.channel?.unref()
  return child
}
