import { IDBFactory } from 'fake-indexeddb'

/** IndexedDB on a device that a test fills: what it has can be read and deleted. */
export function fillableStorage() {
  const factory = new IDBFactory()
  let isFull = false
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
          for (const write of ['add', 'put'] as const) {
            const writeTo = store[write].bind(store)
            store[write] = (...values) => {
              if (isFull) throw new DOMException('Full', 'QuotaExceededError')
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
  return { factory, setFull: (full: boolean) => (isFull = full) }
}
