import { OUTBOX_SCHEMA_VERSION, type OutboxEntry } from './entry'

type StoredRecord = Record<string, unknown>

/** From each released version to the next. A step never changes the payload of what may already have been sent. */
const STEPS: Readonly<Record<number, (record: StoredRecord) => StoredRecord>> = {}

/**
 * A stored record as this version understands it. Records of a newer version come back as they are: they are shown
 * and counted, and left for the newer code to send.
 */
export function upcast(record: unknown): OutboxEntry {
  let current = record as StoredRecord
  for (let version = Number(current['schemaVersion']); version < OUTBOX_SCHEMA_VERSION; version += 1) {
    const step = STEPS[version]
    current = { ...(step === undefined ? current : step(current)), schemaVersion: version + 1 }
  }
  return current as unknown as OutboxEntry
}

export function isReadable(entry: OutboxEntry): boolean {
  return entry.schemaVersion <= OUTBOX_SCHEMA_VERSION
}
