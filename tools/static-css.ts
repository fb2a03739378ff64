import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** A node of the syntax tree, as far as it is looked at here. */
interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

type Styling = (...given: unknown[]) => unknown

/**
 * Vite plugin: what Panda would work out in the browser becomes a string at build time. A call of `css`, a pattern or a
 * recipe whose arguments are written out is replaced by what Panda's own function answers, and recipes whose variants are chosen at
 * run time keep a runtime of a few lines. Panda's runtime, 5 KiB of every first load, then leaves the bundle.
 */
export function staticCss(): Plugin {
  const modules = new Map<string, Promise<Record<string, unknown>>>()
  const load = (name: string) => {
    const module = modules.get(name) ?? import(pathToFileURL(join(process.cwd(), name, 'index.mjs')).href)
    modules.set(name, module)
    return module
  }

  /** Panda's functions by the name that this file gives them. */
  async function imported(program: Node): Promise<Map<string, Styling>> {
    const functions = new Map<string, Styling>()
    for (const statement of nodes(program['body'])) {
      const source = (statement['source'] as Node | undefined)?.['value']
      if (statement.type !== 'ImportDeclaration' || typeof source !== 'string') continue
      if (!/^styled-system\/(?:css|patterns|recipes)$/.test(source)) continue
      const module = await load(source)
      for (const specifier of nodes(statement['specifiers'])) {
        const name = String((specifier['imported'] as Node | undefined)?.['name'])
        const styling = module[name]
        if (typeof styling === 'function' && name !== 'cx')
          functions.set(String((specifier['local'] as Node)['name']), styling as Styling)
      }
    }
    return functions
  }

  return {
    name: 'static-css',
    enforce: 'pre',
    apply: 'build',
    async transform(code, id) {
      const file = id.split('?')[0] ?? ''
      if (file.endsWith('styled-system/recipes/create-recipe.mjs')) return { code: LIGHT_RECIPES, map: null }
      if (!/\/src\/client\/.*\.tsx?$/.test(file) || !code.includes("'styled-system/")) return null
      const program = this.parse(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node
      const functions = await imported(program)
      if (functions.size === 0) return null
      let out = code
      // From the end, so that the places before stay right.
      for (const { start, end, text } of staticCalls(program, functions).toSorted(
        (a, b) => b.start - a.start,
      ))
        out = out.slice(0, start) + text + out.slice(end)
      return { code: out, map: null }
    },
  }
}

function staticCalls(program: Node, functions: ReadonlyMap<string, Styling>) {
  const found: { start: number; end: number; text: string }[] = []
  visit(program, (node) => {
    const callee = node['callee'] as Node | undefined
    if (node.type !== 'CallExpression' || callee?.type !== 'Identifier') return
    const styling = functions.get(String(callee['name']))
    const given = styling && nodes(node['arguments']).map(literal)
    if (styling && given?.every((argument) => argument !== NOT_STATIC))
      found.push({ start: node.start, end: node.end, text: JSON.stringify(styling(...given)) })
  })
  return found
}

const NOT_STATIC = Symbol('depends on something')

/** The value of an expression that is written out; NOT_STATIC for any other. */
function literal(node: Node): unknown {
  switch (node.type) {
    case 'Literal':
      return node['value']
    case 'ArrayExpression': {
      const values = nodes(node['elements']).map(literal)
      return values.includes(NOT_STATIC) ? NOT_STATIC : values
    }
    case 'ObjectExpression': {
      const entries = nodes(node['properties']).map((property): [string, unknown] => {
        if (property.type !== 'Property' || property['computed'] === true) return ['', NOT_STATIC]
        const key = property['key'] as Node
        return [String(key['name'] ?? key['value']), literal(property['value'] as Node)]
      })
      return entries.some(([, value]) => value === NOT_STATIC) ? NOT_STATIC : Object.fromEntries(entries)
    }
    default:
      return NOT_STATIC
  }
}

function nodes(value: unknown): Node[] {
  return Array.isArray(value) ? (value as Node[]) : []
}

function visit(value: unknown, look: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value && typeof value.type === 'string') look(value as Node)
  for (const part of Object.values(value)) visit(part, look)
}

/** Names the classes as Panda's `createRecipe` does; what it cannot name (compound or responsive variants) it refuses. */
const LIGHT_RECIPES = `
const choose = (name, variants) => {
  const classes = [name]
  for (const [key, value] of Object.entries(variants)) {
    if (value === undefined) continue
    if (typeof value === 'object') throw new Error('A responsive variant of ' + name)
    classes.push(name + '--' + key + '_' + String(value).replaceAll(' ', '_'))
  }
  return classes.join(' ')
}
export const createRecipe = (name, defaults, compound) => {
  if (compound?.length) throw new Error('Compound variants of ' + name)
  const all = (variants) => {
    const chosen = { ...defaults }
    for (const key in variants) if (variants[key] !== undefined) chosen[key] = variants[key]
    return chosen
  }
  return {
    recipeFn: (variants) => choose(name, all(variants)),
    getVariantProps: all,
    __getCompoundVariantCss__: () => ({}),
  }
}
export const mergeRecipes = () => {
  throw new Error('Merged recipes')
}
`
