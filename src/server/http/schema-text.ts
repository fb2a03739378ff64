interface JsonSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  format?: string
  description?: string
  default?: unknown
}

/** A JSON Schema as people read it: names, kinds, bounds. */
export function schemaText(schema: unknown, indent = ''): string {
  // Made by zod from our own schemas: it has no other keywords than these.
  return textOf(schema as JsonSchema, indent)
}

function textOf(schema: JsonSchema, indent: string): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  const branches = schema.anyOf ?? schema.allOf
  if (branches !== undefined) return branches.map((branch) => textOf(branch, indent)).join(' | ')
  if (schema.properties !== undefined) return objectText(schema.properties, schema.required ?? [], indent)
  if (schema.type === 'array') return `[ ${textOf(schema.items ?? {}, indent)}, … ]`
  const kind =
    schema.description ?? schema.format ?? (schema.type === undefined ? 'any' : String(schema.type))
  return `${kind}${bounds(schema)}`
}

function objectText(
  properties: Record<string, JsonSchema>,
  required: readonly string[],
  indent: string,
): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, one]) => {
    const isOptional = !required.includes(name) || one.default !== undefined
    const byDefault = one.default === undefined ? '' : ` = ${JSON.stringify(one.default)}`
    return `${inner}${name}${isOptional ? '?' : ''}: ${textOf(one, inner)}${byDefault}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

function bounds({ minLength, maxLength, minimum, maximum }: JsonSchema): string {
  const low = minLength ?? minimum
  const high = maxLength ?? maximum
  if (isBound(low) && isBound(high)) return `, ${low}–${high}`
  if (isBound(high)) return `, at most ${high}`
  return isBound(low) ? `, at least ${low}` : ''
}

/** zod writes the largest safe integer where there is no bound. */
function isBound(bound: number | undefined): boolean {
  return bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER
}
