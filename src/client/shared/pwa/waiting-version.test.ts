import { describe, expect, it, vi } from 'vitest'
import { fakeClock } from '@tests/support/server/fake-clock'
import { followWaitingVersion, type Registration } from './waiting-version'

const newWorker = () => Object.assign(new EventTarget(), { postMessage: vi.fn() })
type FakeWorker = ReturnType<typeof newWorker>

/** Fakes the browser's registration: its workers move on, and it dispatches the events of that. */
function setUp({ active = {} as object | null } = {}) {
  const clock = fakeClock(0)
  const registration = Object.assign(new EventTarget(), {
    installing: null as FakeWorker | null,
    waiting: null as FakeWorker | null,
    active,
  })
  const onChange = vi.fn()
  const version = followWaitingVersion(registration satisfies Registration, { timers: clock, onChange })
  const changed = (worker: FakeWorker) => void worker.dispatchEvent(new Event('statechange'))
  function found(): FakeWorker {
    const worker = newWorker()
    registration.installing = worker
    registration.dispatchEvent(new Event('updatefound'))
    return worker
  }
  function fails(worker: FakeWorker): void {
    registration.installing = null
    changed(worker)
  }
  function installs(worker: FakeWorker): void {
    registration.installing = null
    registration.waiting = worker
    changed(worker)
  }
  function activates(worker: FakeWorker): void {
    registration.waiting = null
    registration.active = worker
    changed(worker)
  }
  return { clock, version, onChange, found, fails, installs, activates }
}

const SKIP_WAITING = { type: 'SKIP_WAITING' }

describe('a version that waits', () => {
  it('is offered, also after others whose installation failed, in a page that has installed the first worker', () => {
    const { version, found, fails, installs, activates, onChange } = setUp({ active: null })
    const first = found()
    installs(first)
    expect(version.isReady()).toBe(false)
    activates(first)
    for (let times = 0; times < 3; times += 1) fails(found())
    expect(version.isReady()).toBe(false)
    onChange.mockClear()
    installs(found())
    expect(version.isReady()).toBe(true)
    expect(onChange).toHaveBeenCalledOnce()
  })

  it('is told to take over once the person agrees, again and again until it does', () => {
    const { clock, version, found, installs, activates } = setUp()
    const next = found()
    installs(next)
    clock.advance(60_000)
    expect(next.postMessage).not.toHaveBeenCalled()
    version.accept()
    expect(next.postMessage).toHaveBeenCalledExactlyOnceWith(SKIP_WAITING)
    clock.advance(10_000)
    expect(next.postMessage).toHaveBeenCalledTimes(3)
    activates(next)
    clock.advance(60_000)
    expect(next.postMessage).toHaveBeenCalledTimes(3)
    expect(version.isReady()).toBe(false)
  })

  it('passes the agreement on to one that replaces it meanwhile, but not to a later one', () => {
    const { version, found, installs, activates } = setUp()
    const [next, replacement] = [found(), found()]
    installs(next)
    version.accept()
    installs(replacement)
    expect(replacement.postMessage).toHaveBeenCalledExactlyOnceWith(SKIP_WAITING)
    activates(replacement)
    const later = found()
    installs(later)
    expect(later.postMessage).not.toHaveBeenCalled()
    expect(version.isReady()).toBe(true)
  })
})
