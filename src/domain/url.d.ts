/** Browsers, workers and Node.js all have it, but no library of TypeScript's is only what they share. */
declare class URL {
  constructor(text: string, base?: string)
  readonly protocol: string
  readonly hostname: string
  readonly pathname: string
  readonly search: string
  readonly searchParams: URLSearchParams
  readonly username: string
  readonly password: string
}

declare class URLSearchParams {
  constructor(query: string | Record<string, string>)
  get(name: string): string | null
  toString(): string
}
