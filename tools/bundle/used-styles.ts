import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of a Panda preset whose names are in the browser's script. */
interface Preset {
  name?: string
  utilities?: Record<string, unknown>
  conditions?: Record<string, unknown>
  globalCss?: Record<string, unknown>
}

/**
 * A preset with the utilities and conditions alone whose names occur in the sources of the client: Panda's runtime carries the names of all
 * of them into the first load. A CSS property without a utility has a longer class name, and works all the same. The preset's global style
 * is left out, which sets 33 custom properties on every element for composed filters and transforms: we have none, and the browser would
 * compute them each time.
 */
export function withUsedOnly<P extends Preset>(preset: P, folder: string): P {
  const words = new Set(sourcesBelow(folder).flatMap((text) => text.match(/\w+/g) ?? []))
  const isUsed = (name: string, { shorthand = [] }: { shorthand?: string | string[] } = {}) =>
    [name, ...[shorthand].flat()].some((one) => words.has(one))
  const only = (parts: Record<string, unknown> = {}, prefix = '') =>
    Object.fromEntries(Object.entries(parts).filter(([name, part]) => isUsed(prefix + name, Object(part))))
  return {
    ...preset,
    utilities: only(preset.utilities),
    conditions: only(preset.conditions, '_'),
    globalCss: {},
  }
}

/**
 * A style sheet without the tokens that neither it nor a source reads: Panda writes all of them, and each step of the scale twice, as
 * distance and as size.
 */
export function withoutUnusedTokens(css: string, folder: string): string {
  const read = new Set([css, ...sourcesBelow(folder)].flatMap((text) => text.match(VARIABLE_READ) ?? []))
  return css.replace(TOKEN_LINE, (line, name: string) => (read.has(`var(${name}`) ? line : ''))
}

/** `var(--spacing-1\.5`, up to what follows the name. */
const VARIABLE_READ = /var\(--(?:[\w-]|\\.)+/g
const TOKEN_LINE = /(?<=[{;]\s*)(--(?:spacing|sizes|breakpoints|colors|radii)-(?:[\w-]|\\.)+):[^;}]*;/g

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
}
