import { endWithServer } from './task-process'
import { serveTasks } from './task-program'

/** Longer than the test waits, so that it fails where the process does not end, and leaves nothing behind for ever. */
const FOR_EVER_MS = 90_000

endWithServer()
serveTasks<string, never>(async () => {
  while (performance.now() < FOR_EVER_MS);
})
