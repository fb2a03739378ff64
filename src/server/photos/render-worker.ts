// The program of the process in which photos of strangers are decoded: one that crashes the decoder or makes it run away
// takes nothing else with it. `render-process` starts it; it knows no secret, and ends with the server, however that ends.

import { setPriority } from 'node:os'
import { renderPhoto } from './pipeline'
import type { RenderReply } from './render-process'
import type { RenderedPhoto } from './rendered-photo'

const WATCH_EVERY_MS = 25
const NICENESS = 5

const [maxRssBytes = 0, maxCpuSeconds = 0] = process.argv.slice(2).map(Number)

process.on('message', (bytes: Buffer) => void answer(bytes))
process.on('disconnect', leave)
// Whoever stops the server stops us through it, once the photos in work are done.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
yieldToVisitors()
reply('ready')

async function answer(bytes: Buffer): Promise<void> {
  const before = process.cpuUsage()
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    const isOver = process.memoryUsage.rss() > maxRssBytes || (user + system) / 1e6 > maxCpuSeconds
    if (isOver) replyAndLeave({ ok: false, code: 'photo_too_big' })
  }, WATCH_EVERY_MS)
  const result = await renderPhoto(bytes)
  clearInterval(watch)
  // The allocator keeps what a large photo took: the next one begins with an empty process.
  if (process.memoryUsage.rss() > maxRssBytes / 2) replyAndLeave(result)
  else reply({ result, isLast: false })
}

function replyAndLeave(result: RenderedPhoto): void {
  reply({ result, isLast: true }, leave)
}

function reply(message: RenderReply, sent?: () => void): void {
  process.send?.(message, undefined, {}, sent)
}

function yieldToVisitors(): void {
  try {
    setPriority(NICENESS)
  } catch {
    // Not everywhere may a process say so of itself.
  }
}

/** At once: an ordinary exit waits for the decoder's threads. */
function leave(): void {
  process.kill(process.pid, 'SIGKILL')
}
