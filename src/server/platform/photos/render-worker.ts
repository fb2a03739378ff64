// The program of the process in which untrusted photos are decoded: one that crashes the decoder or makes it run away
// takes nothing else with it. `photo-renderer` starts it.

import { serveTasks } from '@/server/platform/task-process/task-program'
import { renderPhoto } from './pipeline'
import type { RenderedPhoto } from './rendered-photo'

const WATCH_EVERY_MS = 25

const [maxRssBytes = 0, maxCpuSeconds = 0] = process.argv.slice(2).map(Number)

serveTasks<Buffer, RenderedPhoto>(async (photo, { reply, replyAndLeave }) => {
  const before = process.cpuUsage()
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    const isOver = process.memoryUsage.rss() > maxRssBytes || (user + system) / 1e6 > maxCpuSeconds
    if (isOver) replyAndLeave({ ok: false, code: 'photo_too_big' })
  }, WATCH_EVERY_MS)
  const result = await renderPhoto(photo)
  clearInterval(watch)
  // The allocator keeps what a large photo took: the next one begins with an empty process.
  if (process.memoryUsage.rss() > maxRssBytes / 2) replyAndLeave(result)
  else reply(result)
})
