import type { ClientBase } from 'pg'

export interface Table {
  name: string
  /** The columns that hold something of their own: no generated ones. */
  columns: string[]
}

const COLUMNS = `
  select class.relname as name, array_agg(attribute.attname::text order by attribute.attnum) as columns
  from pg_class class join pg_attribute attribute on attribute.attrelid = class.oid
  where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p') and class.relname = any($1)
    and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
  group by class.relname order by class.relname`

const REFERENCES = `
  select child.relname as child, parent.relname as parent
  from pg_constraint reference
  join pg_class child on child.oid = reference.conrelid join pg_class parent on parent.oid = reference.confrelid
  where reference.contype = 'f' and child.relnamespace = 'public'::regnamespace and child.oid <> parent.oid`

/** The tables that exist, each after all tables that it refers to: the order in which they can be loaded. */
export async function tablesInOrder(client: ClientBase, names: readonly string[]): Promise<Table[]> {
  const left = (await client.query(COLUMNS, [names])).rows as Table[]
  const references = (await client.query(REFERENCES)).rows as { child: string; parent: string }[]
  const ordered: Table[] = []
  while (left.length > 0) {
    const isLeft = (name: string) => left.some((table) => table.name === name)
    const next = left.findIndex(
      ({ name }) => !references.some(({ child, parent }) => child === name && isLeft(parent)),
    )
    if (next < 0) throw new Error('tables refer to each other in a circle: no order can load them')
    ordered.push(...left.splice(next, 1))
  }
  return ordered
}

/** COPY's name for a table with these columns. */
export function copyTarget(client: ClientBase, { name, columns }: Table): string {
  return `public.${client.escapeIdentifier(name)} (${columns.map((one) => client.escapeIdentifier(one)).join(', ')})`
}
