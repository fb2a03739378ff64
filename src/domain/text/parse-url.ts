/** The address that a text is; undefined when it is none. `canParse` came with Safari 17 and Chrome 120. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
