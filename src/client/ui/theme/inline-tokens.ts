import { tokens } from '@/client/ui/theme/tokens'

/**
 * Only what a theme changes, and what is long, is worth a CSS variable. The other tokens (`p_4`, `radii.lg`) never
 * change in the browser: written as values they spare a seventh of the CSS of the first load.
 */
const KEPT_AS_VARIABLES = new Set(['colors', 'fonts', 'shadows'])

const constants: Record<string, Record<string, { value: string | number }>> = tokens

const toKebab = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/\./g, '_')

/** Panda's `formatCssVar`: how a token is declared (`var`) and what stands where it is used (`ref`). */
export const cssVarOrConstant = (path: string[]) => {
  const [category = '', ...rest] = path
  const name = `--${toKebab(path.join('-'))}` as const
  const constant = KEPT_AS_VARIABLES.has(category) ? undefined : constants[category]?.[rest.join('.')]
  return { var: name, ref: constant ? String(constant.value) : `var(${name})` }
}

const declaration = /^\s*--([a-z]+)[a-z-]*-[^:;]+:[^;]*;\n?/gm

/** Drops the declarations that `cssVarOrConstant` left without a use. */
export const dropConstants = (css: string) =>
  css.replace(declaration, (line, category: string) => (KEPT_AS_VARIABLES.has(category) ? line : ''))
