/** A promise that is settled from outside, for the browsers and Nodes that have no `withResolvers`. */
interface Deferred<T> {
  promise: Promise<T>
  resolve(value: T): void
}

export function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = nothing
  const promise = new Promise<T>((settle) => (resolve = settle))
  return { promise, resolve }
}

function nothing(): void {}
