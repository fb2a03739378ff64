import { expect, it, vi } from 'vitest'
import { fakeClock } from '@tests/support/server/fake-clock'
import { deferred } from '@/offline/platform/deferred'
import { installWorker } from './worker-installation'

const newWorker = () => Object.assign(new EventTarget(), { state: 'installing' as ServiceWorkerState })

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Fakes the browser: the test resolves each call of `register`. */
function setUp() {
  const clock = fakeClock(0)
  const calls = vi.fn()
  const registered = vi.fn()
  let response = deferred<'found' | 'unreachable'>()
  let worker = newWorker()
  let active: object | null = null
  let reachable: (() => void) | undefined
  const installation = installWorker({
    async register() {
      calls()
      response = deferred()
      if ((await response.promise) === 'unreachable') throw new TypeError('Failed to fetch')
      worker = newWorker()
      return { installing: active === null ? worker : null, waiting: null, active }
    },
    onRegistered: registered,
    subscribe: (retry) => void (reachable = retry),
    timers: clock,
    random: () => 0.5,
  })
  return {
    clock,
    calls,
    registered,
    installation,
    reachable: () => reachable?.(),
    async refuse() {
      response.resolve('unreachable')
      await settled()
    },
    async install(outcome: 'redundant' | 'installed') {
      response.resolve('found')
      await settled()
      worker.state = outcome
      worker.dispatchEvent(new Event('statechange'))
      await settled()
    },
    async findActive() {
      active = {}
      response.resolve('found')
      await settled()
    },
  }
}

it('is tried again after a while, each time a longer one, until the worker is installed', async () => {
  const { clock, calls, registered, refuse, install } = setUp()
  expect(calls).toHaveBeenCalledTimes(1)
  await refuse()
  clock.advance(2999)
  expect(calls).toHaveBeenCalledTimes(1)
  clock.advance(1)
  expect(calls).toHaveBeenCalledTimes(2)
  await install('redundant')
  clock.advance(4999)
  expect(calls).toHaveBeenCalledTimes(2)
  clock.advance(1)
  expect(calls).toHaveBeenCalledTimes(3)
  await install('installed')
  clock.advance(3_600_000)
  expect(calls).toHaveBeenCalledTimes(3)
  expect(registered).toHaveBeenCalledTimes(2)
})

it('is tried at once when the network may be back, or the person asks, but never twice at a time', async () => {
  const { calls, installation, reachable, refuse, install } = setUp()
  reachable()
  expect(calls).toHaveBeenCalledTimes(1)
  await refuse()
  reachable()
  expect(calls).toHaveBeenCalledTimes(2)
  await install('redundant')
  installation.retry()
  expect(calls).toHaveBeenCalledTimes(3)
  await install('installed')
  reachable()
  installation.retry()
  expect(calls).toHaveBeenCalledTimes(3)
})

it('is over where a worker is active already', async () => {
  const { clock, calls, findActive, reachable } = setUp()
  await findActive()
  clock.advance(3_600_000)
  reachable()
  expect(calls).toHaveBeenCalledTimes(1)
})
