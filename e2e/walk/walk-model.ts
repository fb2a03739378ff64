import { expect } from '@playwright/test'
import type { DeliveryRecord } from './delivery-record'
import type { StoredOutbox } from './stored-outbox'
import { faultOf, type Colour } from './walk-photos'

/** A submission as the server has it; messages have no owner. */
export interface ArrivedText {
  id: string
  text: string
  owner: string | null | undefined
  /** The place of its photo. */
  photo: string | undefined
}

type Fate =
  /** The page said that it is sent, or saved on this device. */
  | 'accepted'
  /** Edited before it was sent: the new text takes its place, unless it was on its way already. */
  | 'replaced'
  | 'discarded'
  /** Half-written, and stored. */
  | 'drafted'
  /** The person wrote over it, or deleted it. */
  | 'gone'

interface Facts {
  /** The users who were signed in as it was written: two, if the session ended meanwhile. */
  owners: readonly (string | null)[]
  /** Its form showed a photo; the colour is not known of one that somebody else had chosen. */
  photo?: { colour: Colour | undefined } | undefined
}

interface Written extends Facts {
  fate: Fate
  isNeverToArrive: boolean
}

/**
 * The model of the walk: what the person wrote, by its text, of which no two are the same. It checks the promises of
 * docs/offline.md against the disk of the device, the database of the server, and what was seen between the two.
 */
export function createModel(deliveries: DeliveryRecord) {
  const written = new Map<string, Written>()
  const seenSent = new Set<string>()
  const textsOf = (fate: Fate) => [...written].filter(([, one]) => one.fate === fate).map(([text]) => text)

  /** Throws if any of this is missing from the device, unless it has arrived. */
  function checkDevice(stored: StoredOutbox): void {
    for (const { text, state } of stored.entries) if (state === 'sent') seenSent.add(text)
    const entries = stored.entries.map(({ text }) => text)
    const drafts = stored.drafts.map(({ text }) => text)
    const unsent = stored.entries.filter(({ state }) => state !== 'sent').map(({ text }) => text)
    expect(duplicatesOf(entries), 'in the outbox twice').toEqual([])
    const isOffered = (text: string) => drafts.includes(text)
    expect(unsent.filter(isOffered), 'in the outbox, and offered as a draft too').toEqual([])
    const isLost = (text: string) =>
      !entries.includes(text) && !seenSent.has(text) && !deliveries.acknowledged.has(text)
    expect(textsOf('accepted').filter(isLost), 'accepted and lost').toEqual([])
    const lostDrafts = textsOf('drafted').filter((text) => isLost(text) && !isOffered(text))
    expect(lostDrafts, 'half-written and lost').toEqual([])
    expect(deliveries.overlaps, 'sent twice at a time').toEqual([])
  }

  /** When the network has been in order for long enough and everybody has been signed in. */
  async function checkEnd(stored: StoredOutbox, arrived: readonly ArrivedText[]): Promise<void> {
    checkDevice(stored)
    expect(duplicatesOf(arrived.map(({ text }) => text)), 'arrived twice').toEqual([])
    const rows = new Map(arrived.map((row) => [row.text, row]))
    for (const { text, state, error, receipt } of stored.entries) {
      expect(['sent', 'needs-attention'], `“${text}” is settled (${error})`).toContain(state)
      if (state === 'sent') expect(rows.get(text)?.id, `“${text}” is shown as sent`).toBe(receipt)
    }
    for (const [text, { fate, owners, photo, isNeverToArrive }] of written) {
      const row = rows.get(text)
      const isVisible = stored.entries.some((one) => one.text === text && one.state === 'needs-attention')
      if (fate === 'accepted')
        expect(row !== undefined || isVisible, `“${text}” arrived or is visible`).toBe(true)
      if (isNeverToArrive) expect(row, `“${text}” was discarded before it was tried`).toBeUndefined()
      if (row?.owner !== undefined) expect(owners, `whose “${text}” is`).toContain(row.owner)
      if (row === undefined) continue
      expect(row.photo !== undefined, `“${text}” has a photo`).toBe(photo !== undefined)
      if (row.photo !== undefined) expect(await faultOf(row.photo, photo?.colour)).toBeUndefined()
    }
    const unknown = arrived.map(({ text }) => text).filter((text) => !written.has(text))
    expect(unknown, 'arrived and never written').toEqual([])
  }

  const note = (text: string, fate: Fate, facts: Facts) =>
    void written.set(text, { isNeverToArrive: false, ...facts, fate })

  function end(text: string, fate: Fate): void {
    const known = written.get(text)
    if (known === undefined) return
    known.fate = fate
    known.isNeverToArrive = fate === 'discarded' && !deliveries.tried.has(text)
  }

  return {
    accepted: (text: string, facts: Facts) => note(text, 'accepted', facts),
    drafted: (text: string, facts: Facts) => note(text, 'drafted', facts),
    replaced: (text: string) => end(text, 'replaced'),
    discarded: (text: string) => end(text, 'discarded'),
    /** The person wrote over what was only half-written. */
    overwritten(text: string) {
      if (written.get(text)?.fate === 'drafted') end(text, 'gone')
    },
    /** An account deleted what it had not sent, as it signed out. */
    deletedOf(owner: string | null, stored: StoredOutbox) {
      for (const entry of stored.entries)
        if (entry.owner === owner && entry.state !== 'sent') end(entry.text, 'discarded')
      for (const draft of stored.drafts) if (draft.owner === owner) end(draft.text, 'gone')
    },
    photoOf: (text: string) => written.get(text)?.photo,
    checkDevice,
    checkEnd,
    /** What a walk comes to: where nothing is accepted, nothing is proved. */
    sum: (arrived: readonly ArrivedText[]) =>
      `${textsOf('accepted').length} accepted, ${textsOf('drafted').length} half-written, ` +
      `${textsOf('discarded').length} discarded, ${arrived.length} arrived`,
  }
}

export type WalkModel = ReturnType<typeof createModel>

function duplicatesOf(texts: readonly string[]): string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index)
}
