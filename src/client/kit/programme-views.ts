/**
 * What pages show of the programme, and how fresh it is: the first load's replacement for a query library. It caches
 * views, not events (the mirror does that), knows what is being asked, and hands the server's views to the browser.
 */

/** One thing that can be shown: a page of the list, an event, the tags. */
export interface View<T> {
  /** Names it in the cache; views with one key show the same. */
  key: string
  /** Asks the network, with the device as its fallback. Rejects when neither has it. */
  ask(): Promise<T>
  /** Reads the device only; `shown` tells how much of it is on the page. */
  readDevice(shown: T | undefined): Promise<T | undefined>
  isFromDevice(shown: T): boolean
}

/** Immutable: a change is a new object. */
export interface ViewState<T> {
  data: T | undefined
  error: unknown
  isAsking: boolean
  /** Epoch ms of the last answer of the network; 0 when it has to be asked. */
  answeredAt: number
}

const FRESH_MS = 60_000
const NOTHING: ViewState<never> = { data: undefined, error: undefined, isAsking: false, answeredAt: 0 }

/** The views of one page visit (browser) or one request (server). */
export class ProgrammeViews {
  readonly #states = new Map<string, ViewState<unknown>>()
  readonly #asking = new Map<string, Promise<unknown>>()
  readonly #watchers = new Map<View<unknown>, Set<() => void>>()

  state<T>(view: View<T>): ViewState<T> {
    return (this.#states.get(view.key) as ViewState<T> | undefined) ?? NOTHING
  }

  /** Asks the network for the view; who asks while that is under way gets the same answer. */
  ask<T>(view: View<T>): Promise<T> {
    return this.#once(view, () => view.ask())
  }

  /** Adds to what is shown with an answer of the network, such as the next page of a list. */
  extend<T>(view: View<T>, add: (shown: T) => Promise<T>): Promise<T> {
    const { data } = this.state(view)
    return data === undefined ? this.ask(view) : this.#once(view, () => add(data))
  }

  /** Asks if what is shown came from the device, failed, or is a minute old. */
  refresh(view: View<unknown>): void {
    const { data, answeredAt } = this.state(view)
    const isFresh = data !== undefined && !view.isFromDevice(data) && Date.now() - answeredAt < FRESH_MS
    if (!isFresh) this.ask(view).catch(() => undefined)
  }

  /** Shows at once what the device has, if nothing is shown yet. Never waits for the network. */
  async seed<T>(view: View<T>): Promise<void> {
    if (this.state(view).data !== undefined) return
    const data = await view.readDevice(undefined)
    if (data !== undefined && this.state(view).data === undefined) this.#change(view, { data })
  }

  /** Draws again what came from the device, after the mirror has changed behind it. */
  async redraw(): Promise<void> {
    await Promise.all(
      [...this.#watchers.keys()].map(async (view) => {
        const { data } = this.state(view)
        if (data === undefined || !view.isFromDevice(data)) return
        const fresh = await view.readDevice(data)
        // An answer of the network that came meanwhile is the better one.
        if (fresh !== undefined && this.state(view).data === data) this.#change(view, { data: fresh })
      }),
    )
  }

  /** Asks again for everything on the page that is not fresh: the person or the network came back. */
  refreshShown(): void {
    for (const view of this.#watchers.keys()) this.refresh(view)
  }

  watch(view: View<unknown>, listener: () => void): () => void {
    const listeners = this.#watchers.get(view) ?? new Set()
    this.#watchers.set(view, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#watchers.delete(view)
    }
  }

  /** All that is shown, as JSON: what the server hands to the browser. */
  dehydrate(): string {
    return JSON.stringify(
      [...this.#states].flatMap(([key, { data, answeredAt }]) =>
        data === undefined ? [] : [[key, data, answeredAt]],
      ),
    )
  }

  hydrate(json: string): void {
    for (const [key, data, answeredAt] of JSON.parse(json) as [string, unknown, number][])
      this.#states.set(key, { ...NOTHING, data, answeredAt })
  }

  /** Everything that is shown, whatever it is: for handing it to the device. */
  all(): unknown[] {
    return [...this.#states.values()].map(({ data }) => data)
  }

  async #once<T>(view: View<T>, load: () => Promise<T>): Promise<T> {
    const underWay = this.#asking.get(view.key) as Promise<T> | undefined
    if (underWay !== undefined) return underWay
    const asking = load()
    this.#asking.set(view.key, asking)
    this.#change(view, { isAsking: true })
    try {
      const data = await asking
      this.#asking.delete(view.key)
      this.#change(view, { data, error: undefined, isAsking: false, answeredAt: Date.now() })
      return data
    } catch (error) {
      this.#asking.delete(view.key)
      // What is on the page stays on the page.
      this.#change(view, { error, isAsking: false })
      throw error
    }
  }

  #change<T>(view: View<T>, change: Partial<ViewState<T>>): void {
    this.#states.set(view.key, { ...this.state<T>(view), ...change })
    for (const [watched, listeners] of this.#watchers) {
      if (watched.key === view.key) for (const listener of listeners) listener()
    }
  }
}
