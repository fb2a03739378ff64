import { readFileSync } from 'node:fs'

/** The sentences of a language, as the message files of these areas have them. */
export function sentencesIn(
  language: string,
  areas: readonly string[],
): (name: string, values?: Record<string, string>) => string {
  const all: Record<string, unknown> = {}
  for (const area of areas) {
    const file = new URL(`../../src/messages/${language}/${area}.json`, import.meta.url)
    Object.assign(all, JSON.parse(readFileSync(file, 'utf8')))
  }
  return (name, values = {}) => {
    const sentence = all[name]
    if (typeof sentence !== 'string') throw new Error(`no sentence ${name}`)
    return sentence.replaceAll(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
  }
}
