import { expect } from '@playwright/test'
import type { DeliveryRecord } from './delivery-record'
import type { StoredOutbox } from './stored-outbox'
import { faultOf } from './walk-photos'
import type { Colour } from './walk-photos'
import type { WalkFigures } from './walk-report'

/** A submission as the server has it. */
export interface ArrivedText {
  id: string
  text: string
  /** Messages have no owner. */
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
  /** The person wrote over it, or the system cleared the storage. */
  | 'gone'

interface Written {
  fate: Fate
  /** The users who were signed in as it was written: two, if the session ended meanwhile. */
  owners: readonly (string | null)[]
  /** Its form showed a photo; the colour is not known of one that somebody else had chosen. */
  photo: { colour: Colour | undefined } | undefined
  /** Whether no delivery had begun when it was discarded. */
  isNeverToArrive: boolean
  /** This device had no room: it was sent from its form, beside whatever the outbox sends. */
  isUnstored: boolean
}

/**
 * The model of the walk: what the person wrote, by its text, of which no two are the same. It checks the promises of
 * docs/offline.md against the disk of the device, the database of the server, and what was seen between the two.
 */
export function createModel(deliveries: DeliveryRecord) {
  const written = new Map<string, Written>()
  const seenSent = new Set<string>()
  let damaged = 0

  const textsOf = (fate: Fate) => [...written].filter(([, one]) => one.fate === fate).map(([text]) => text)
  const isNoticedSent = (text: string) => seenSent.has(text) || deliveries.acknowledged.has(text)

  const isByOutbox = (text: string) => written.get(text)?.isUnstored !== true

  /** Throws if any of this is missing from the device, unless it has arrived. */
  function checkDevice(stored: StoredOutbox): void {
    for (const { text, state } of stored.entries) if (state === 'sent') seenSent.add(text)
    const entries = stored.entries.map(({ text }) => text)
    const drafts = stored.drafts.map(({ text }) => text)
    const unsent = stored.entries.filter(({ state }) => state !== 'sent').map(({ text }) => text)
    expect(duplicatesOf(entries), 'in the outbox twice').toEqual([])
    expect(
      unsent.filter((text) => drafts.includes(text)),
      'in the outbox, and offered as a draft too',
    ).toEqual([])
    const isHere = (text: string) => entries.includes(text) || isNoticedSent(text)
    expect(
      textsOf('accepted').filter((text) => !isHere(text)),
      'accepted and lost',
    ).toEqual([])
    expect(
      textsOf('drafted').filter((text) => !isHere(text) && !drafts.includes(text)),
      'half-written and lost',
    ).toEqual([])
    expect(stored.damaged, 'damaged records').toBe(damaged)
    expect(
      deliveries.overlaps.filter((pair) => pair.every(isByOutbox)),
      'two senders',
    ).toEqual([])
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
      const entry = stored.entries.find((one) => one.text === text)
      if (fate === 'accepted')
        expect(
          row !== undefined || entry?.state === 'needs-attention',
          `“${text}” arrived or is visible`,
        ).toBe(true)
      if (isNeverToArrive) expect(row, `“${text}” was discarded before it was tried`).toBeUndefined()
      if (row?.owner !== undefined) expect(owners, `whose “${text}” is`).toContain(row.owner)
      if (row === undefined) continue
      expect(row.photo !== undefined, `“${text}” has a photo`).toBe(photo !== undefined)
      if (row.photo !== undefined) expect(await faultOf(row.photo, photo?.colour)).toBeUndefined()
    }
    expect([...deliveries.withCameraData], 'photos that left with what the camera noted').toEqual([])
    expect(
      arrived.map(({ text }) => text).filter((text) => !written.has(text)),
      'arrived and never written',
    ).toEqual([])
  }

  function figures(stored: StoredOutbox, arrived: readonly ArrivedText[]): WalkFigures['texts'] {
    const all = arrived.map(({ text }) => text)
    const rows = new Set(all)
    const isVisible = (text: string) => stored.entries.some((entry) => entry.text === text)
    return {
      accepted: textsOf('accepted').length,
      edited: textsOf('replaced').length,
      discarded: textsOf('discarded').length,
      taken: textsOf('gone').length,
      drafts: stored.drafts.filter(({ text }) => written.get(text)?.fate === 'drafted').length,
      arrived: rows.size,
      duplicated: all.length - rows.size,
      lost: textsOf('accepted').filter((text) => !rows.has(text) && !isVisible(text)).length,
      waiting: stored.entries.filter(({ state }) => state !== 'sent').length,
      photos: arrived.filter(({ photo }) => photo !== undefined).length,
      withCameraData: deliveries.withCameraData.size,
    }
  }

  type Facts = Partial<Pick<Written, 'photo' | 'isUnstored'>> & Pick<Written, 'owners'>
  const note = (text: string, fate: Fate, facts: Facts) =>
    void written.set(text, { photo: undefined, isUnstored: false, isNeverToArrive: false, ...facts, fate })
  const setFate = (text: string, fate: Fate) => {
    const known = written.get(text)
    if (known !== undefined) known.fate = fate
  }
  function discarded(text: string): void {
    setFate(text, 'discarded')
    const known = written.get(text)
    if (known !== undefined) known.isNeverToArrive = !deliveries.tried.has(text)
  }
  return {
    accepted: (text: string, facts: Facts) => note(text, 'accepted', facts),
    drafted: (text: string, facts: Facts) => note(text, 'drafted', facts),
    replaced: (text: string) => setFate(text, 'replaced'),
    /** The person wrote over what was only half-written. */
    overwritten: (text: string) => {
      if (written.get(text)?.fate === 'drafted') setFate(text, 'gone')
    },
    discarded,
    /** An account deleted what it had not sent, as it signed out. */
    deletedOf(owner: string | null, stored: StoredOutbox) {
      for (const entry of stored.entries)
        if (entry.owner === owner && entry.state !== 'sent') discarded(entry.text)
      for (const draft of stored.drafts) if (draft.owner === owner) setFate(draft.text, 'gone')
    },
    damaged: () => void (damaged += 1),
    /** The system took what had not been sent. */
    cleared() {
      damaged = 0
      for (const one of written.values())
        if (one.fate === 'accepted' || one.fate === 'drafted') one.fate = 'gone'
    },
    photoOf: (text: string) => written.get(text)?.photo,
    checkDevice,
    checkEnd,
    figures,
  }
}

export type WalkModel = ReturnType<typeof createModel>

function duplicatesOf(texts: readonly string[]): string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index)
}
