import { type ChoiceRecord, choiceRecordSchema, type ReplicaDatabase } from './database'

/** The person's choices about the programme on this device. */
export type ReplicaChoice = Omit<ChoiceRecord, 'key'>

const DEFAULT: ReplicaChoice = { isRemoved: false, allImages: false }

/** A damaged record counts as none. */
export async function readChoice(database: ReplicaDatabase): Promise<ReplicaChoice> {
  const read = choiceRecordSchema.safeParse(await database.meta.get('choice'))
  return read.success ? read.data : DEFAULT
}

/** Call it inside a transaction. */
export async function putChoice(database: ReplicaDatabase, change: Partial<ReplicaChoice>): Promise<void> {
  await database.meta.put({ ...(await readChoice(database)), ...change, key: 'choice' })
}
