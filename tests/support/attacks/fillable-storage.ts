import { IDBFactory } from 'fake-indexeddb'

/** IndexedDB on a device that a test fills: what it has can be read and deleted. */
export function fillableStorage(onWrite: () => void = () => undefined) {
  const factory = new IDBFactory()
  let isFull = false
  let writesUntilRefusal = Infinity
  let refused = 0

  /** Throws where there is no room; `localStorage` has the same disk. */
  function write(): void {
    onWrite()
    writesUntilRefusal -= 1
    if (!isFull && writesUntilRefusal !== 0) return
    refused += 1
    throw new DOMException('Full', 'QuotaExceededError')
  }

  const open = factory.open.bind(factory)
  factory.open = (name, version) => {
    const request = open(name, version)
    request.addEventListener('success', () => {
      const begin = request.result.transaction.bind(request.result)
      request.result.transaction = (...args) => {
        const transaction = begin(...args)
        const storeOf = transaction.objectStore.bind(transaction)
        transaction.objectStore = (storeName) => {
          const store = storeOf(storeName)
          for (const method of ['add', 'put'] as const) {
            const writeTo = store[method].bind(store)
            store[method] = (...values) => {
              write()
              return writeTo(...values)
            }
          }
          return store
        }
        return transaction
      }
    })
    return request
  }
  return {
    factory,
    write,
    setFull: (full: boolean) => (isFull = full),
    /** Refuses the write after so many more, and that one alone. */
    refuseOnce: (after: number) => (writesUntilRefusal = after + 1),
    /** How many writes were refused. */
    refused: () => refused,
  }
}
