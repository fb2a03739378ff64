import { IDBFactory } from 'fake-indexeddb'

/**
 * IndexedDB that a test lets fail: the next `times` transactions that may write throw a `DOMException` of this name, as a
 * browser does whose storage process was restarted, or whose files are gone.
 */
export function failingStorage() {
  const factory = new IDBFactory()
  const failures: string[] = []
  const counts = { opened: 0, deleted: 0 }
  const open = factory.open.bind(factory)
  factory.open = (name, version) => {
    counts.opened += 1
    const request = open(name, version)
    request.addEventListener('success', () => {
      const begin = request.result.transaction.bind(request.result)
      request.result.transaction = (storeNames, mode, options) => {
        const failure = mode === 'readwrite' ? failures.shift() : undefined
        if (failure !== undefined) throw new DOMException('The storage failed', failure)
        return begin(storeNames, mode, options)
      }
    })
    return request
  }
  const remove = factory.deleteDatabase.bind(factory)
  factory.deleteDatabase = (name) => {
    counts.deleted += 1
    return remove(name)
  }
  return {
    factory,
    /** How often a connection was opened, and a database deleted. */
    counts,
    failNext: (name: string, times = 1) => failures.push(...Array.from({ length: times }, () => name)),
  }
}
