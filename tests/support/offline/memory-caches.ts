export interface MemoryCaches {
  caches: CacheStorage
  /** Stores nothing more from now on: the origin has no room. */
  fill(): void
  /** The paths of everything that is stored in all caches, below the origin. */
  stored(): string[]
}

/** The Cache API as far as workers use it. A response whose body breaks off is refused as browsers do it. */
export function memoryCaches(origin: string): MemoryCaches {
  const all = new Map<string, Map<string, Response>>()
  let isFull = false
  const keyOf = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : request, origin).href

  function open(name: string) {
    const entries = all.get(name) ?? new Map<string, Response>()
    all.set(name, entries)
    return {
      match: async (request: RequestInfo | URL) => entries.get(keyOf(request))?.clone(),
      async put(request: RequestInfo | URL, response: Response) {
        await response.clone().arrayBuffer()
        if (isFull) throw new DOMException('Full', 'QuotaExceededError')
        entries.set(keyOf(request), response)
      },
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
      delete: async (request: RequestInfo | URL) => entries.delete(keyOf(request)),
    }
  }

  return {
    caches: {
      open: async (name: string) => open(name),
      match: async (request: RequestInfo | URL, { cacheName = '' }: MultiCacheQueryOptions = {}) =>
        open(cacheName).match(request),
      delete: async (name: string) => all.delete(name),
    } as unknown as CacheStorage,
    fill() {
      isFull = true
    },
    stored: () =>
      [...all.values()].flatMap((entries) => [...entries.keys()].map((url) => url.slice(origin.length))),
  }
}
