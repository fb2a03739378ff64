import { randomFrom } from '@/domain/posters/poster'
import { deferred } from '@/offline/platform/deferred'
import { fillableStorage } from '@tests/support/attacks/fillable-storage'
import { fakeClock } from '@tests/support/server/fake-clock'
import { TEST_NOW } from '@tests/support/server/app'
import { createDevice, type Tab } from './device'
import { createWorld, type Servers } from './world'

export type Stage = ReturnType<typeof createStage>

const GIVEN_UP_MS = 31_000

/** The device with its tabs, and time: everything by the seed. */
export function createStage(seed: number, servers: Servers, log: string[]) {
  const random = randomFrom(seed)
  const { between } = random
  /** Counts what the device does on its disk and in the network, at any of which a tab may end. */
  let doings = 0
  let endsAt: { doing: number; tab: Tab } | undefined
  const onDoing = () => {
    doings += 1
    const tab = endsAt?.doing === doings ? endsAt.tab : undefined
    if (tab !== undefined) setImmediate(() => end(tab))
  }
  // Each is in a network of its own.
  const world = createWorld(servers, `10.${seed >> 8}.${seed & 255}.2`, onDoing)
  const { network } = world
  const clock = fakeClock(Date.parse(TEST_NOW))
  const disk = fillableStorage(onDoing)
  const device = createDevice({ clock, network: world, random: () => between(0, 999) / 1000, disk })
  const tabs: Tab[] = []
  const deaths = new Map<Tab, ReturnType<typeof deferred<undefined>>>()
  const onEnd = new Set<(tab: Tab, leavesText: boolean) => void>()

  function open(kind: 'page' | 'worker' = 'page'): Tab {
    const tab = device.open(kind)
    tabs.push(tab)
    deaths.set(tab, deferred())
    return tab
  }

  const anyOf = <T>(all: readonly T[]): T | undefined => all[between(0, all.length - 1)]

  /** The browser or the system ends it, or the person closes it. */
  function end(tab: Tab, how: 'close' | 'kill' = 'kill'): void {
    if (tab.isDead()) return
    endsAt = undefined
    const refused = disk.refused()
    tab[how]()
    const leavesText = how === 'close' && disk.refused() === refused
    for (const listener of onEnd) listener(tab, leavesText)
    tabs.splice(tabs.indexOf(tab), 1)
    if (tabs.length === 0) open()
    deaths.get(tab)?.resolve(undefined)
  }

  function pass(ms: number): void {
    world.pass(ms)
    clock.advance(ms)
  }

  /**
   * The result of what somebody does in a tab, as long as it takes; undefined where the tab dies in the midst of it. Time passes only
   * where a request hangs.
   */
  async function inTab<T>(tab: Tab, action: Promise<T>): Promise<T | undefined> {
    const over = action.then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    const death = deaths.get(tab)?.promise
    // The disk is not as slow as a network.
    let result = await Promise.race([over, death, turns(40)])
    while (result === undefined && !tab.isDead()) {
      result = await Promise.race([over, death, network.whenHanging().then(() => undefined)])
      if (result !== undefined || tab.isDead()) break
      network.release()
      pass(GIVEN_UP_MS)
      // Aborted requests reject in the next turn of the event loop.
      result = await Promise.race([over, turns(1)])
    }
    if (tab.isDead()) {
      log.push('dies')
      // What was begun on the disk comes to its end.
      await turns(40)
      return undefined
    }
    if (result !== undefined && 'error' in result) throw result.error
    return result?.value
  }

  return {
    ...random,
    world,
    clock,
    disk,
    tabs,
    onEnd,
    open,
    end,
    pass,
    inTab,
    anyOf,
    anyTab: () => anyOf(tabs) ?? open(),
    /** Where a person does something. */
    anyPage: () => anyOf(tabs.filter(({ kind }) => kind === 'page')) ?? open(),
    /** One of the tabs ends at what the device does next, or soon after. */
    endOne: () => (endsAt = { doing: doings + between(1, 8), tab: anyOf(tabs) ?? open() }),
    /** From here on nothing ends by itself. */
    async endNone() {
      endsAt = undefined
      await turns(2)
    },
    /** Until everything is done, or a request hangs. */
    async rest() {
      const delivered = tabs.map((tab) => Promise.race([tab.deliver(), deaths.get(tab)?.promise]))
      await Promise.race([Promise.all(delivered), network.whenHanging()])
    },
  }
}

/** Waits for so many turns of the event loop. */
async function turns(count: number): Promise<undefined> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
