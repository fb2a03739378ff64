import * as z from 'zod'

/** The last entry of a backup. What it does not vouch for is not in the backup. */
export const MANIFEST_NAME = 'manifest.json'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const manifestSchema = z.object({
  format: z.literal('events-guide-backup'),
  /** The version of the format. */
  version: z.literal(1),
  /** ISO 8601, UTC: everything committed before is in it. */
  madeAt: z.string(),
  /** SHA-256 of each migration that the database had seen, oldest first. */
  migrations: z.array(sha256),
  /** In the order in which they can be loaded: a table comes after those that it refers to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int().nonnegative() })),
  /** The entries before this one, in their order. */
  entries: z.array(z.object({ name: z.string(), bytes: z.int().nonnegative(), sha256 })),
})

export type Manifest = z.infer<typeof manifestSchema>
export type ManifestEntry = Manifest['entries'][number]

/** The figures that the command prints. */
export interface BackupSummary {
  madeAt: string
  tables: number
  rows: number
  /** Pictures; each photo has several. */
  pictures: number
}

export function summaryOf({ madeAt, tables, entries }: Manifest): BackupSummary {
  return {
    madeAt,
    tables: tables.length,
    rows: tables.reduce((total, { rows }) => total + rows, 0),
    pictures: entries.filter(({ name }) => pictureOfEntry(name) !== undefined).length,
  }
}

export function tablePartName(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(6, '0')}`
}

export function pictureEntryName(fileName: string): string {
  return `photos/${fileName}`
}

/** The table whose rows the entry holds, if it is one. */
export function tableOfEntry(name: string): string | undefined {
  return /^tables\/([a-z_][a-z0-9_]*)\/\d{6,}$/.exec(name)?.[1]
}

/** The file name of the picture, if it is one. Leads nowhere out of its directory. */
export function pictureOfEntry(name: string): string | undefined {
  return /^photos\/([0-9a-f]{16,64}-[0-9a-z]+\.(?:jpg|webp))$/.exec(name)?.[1]
}
