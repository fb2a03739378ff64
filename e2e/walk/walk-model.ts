import { expect } from '@playwright/test'
import type { StoredOutbox } from './stored-outbox'

/** A submission as the server has it. */
export interface ArrivedText {
  id: string
  text: string
  /** Messages have no owner. */
  owner: string | null | undefined
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
  owner: string | null
  /** It had not been tried when it was discarded. */
  isNeverToArrive: boolean
}

/**
 * The model of the walk: what the person wrote, by its text, of which no two are the same. Checks the invariants of offline.md,
 * 'Proof', against the disk of the device and the database of the server.
 */
export function createModel() {
  const written = new Map<string, Written>()
  const seenSent = new Map<string, string | undefined>()
  let damaged = 0

  const note = (text: string, fate: Fate, owner: string | null) =>
    void written.set(text, { fate, owner, isNeverToArrive: false })

  function setFate(text: string, fate: Fate): void {
    const known = written.get(text)
    if (known !== undefined) known.fate = fate
  }

  /** Nothing of this may be missing from the device, unless it has arrived. */
  function checkDevice(stored: StoredOutbox): void {
    for (const { text, state, receipt } of stored.entries) if (state === 'sent') seenSent.set(text, receipt)
    const entries = stored.entries.map(({ text }) => text)
    const unsent = stored.entries.filter(({ state }) => state !== 'sent').map(({ text }) => text)
    expect(duplicatesOf(entries), 'in the outbox twice').toEqual([])
    expect(
      unsent.filter((text) => stored.drafts.includes(text)),
      'in the outbox, and offered as a draft too',
    ).toEqual([])
    const isHere = (text: string) => entries.includes(text) || seenSent.has(text)
    expect(
      textsOf('accepted').filter((text) => !isHere(text)),
      'accepted and lost',
    ).toEqual([])
    expect(
      textsOf('drafted').filter((text) => !isHere(text) && !stored.drafts.includes(text)),
      'half-written and lost',
    ).toEqual([])
    expect(stored.damaged, 'damaged records').toBe(damaged)
  }

  /** When the network has been in order for long enough and everybody has been signed in. */
  function checkEnd(stored: StoredOutbox, arrived: readonly ArrivedText[]): void {
    checkDevice(stored)
    expect(duplicatesOf(arrived.map(({ text }) => text)), 'arrived twice').toEqual([])
    const rows = new Map(arrived.map((row) => [row.text, row]))
    for (const { text, state, error, receipt } of stored.entries) {
      expect(['sent', 'needs-attention'], `“${text}” is settled (${error})`).toContain(state)
      if (state === 'sent') expect(rows.get(text)?.id, `“${text}” is shown as sent`).toBe(receipt)
    }
    for (const [text, { fate, owner, isNeverToArrive }] of written) {
      const row = rows.get(text)
      const entry = stored.entries.find((one) => one.text === text)
      if (fate === 'accepted')
        expect(
          row !== undefined || entry?.state === 'needs-attention',
          `“${text}” arrived or is visible`,
        ).toBe(true)
      if (isNeverToArrive) expect(row, `“${text}” was discarded before it was tried`).toBeUndefined()
      if (row?.owner !== undefined) expect(row.owner, `whose “${text}” is`).toBe(owner)
    }
    expect(
      arrived.map(({ text }) => text).filter((text) => !written.has(text)),
      'arrived and never written',
    ).toEqual([])
  }

  function textsOf(fate: Fate): string[] {
    return [...written].filter(([, one]) => one.fate === fate).map(([text]) => text)
  }

  return {
    accepted: (text: string, owner: string | null) => note(text, 'accepted', owner),
    drafted: (text: string, owner: string | null) => note(text, 'drafted', owner),
    replaced: (text: string) => setFate(text, 'replaced'),
    /** The person wrote over what was only half-written. */
    overwritten: (text: string) => {
      if (written.get(text)?.fate === 'drafted') setFate(text, 'gone')
    },
    discarded(text: string, wasTried: boolean) {
      setFate(text, 'discarded')
      const known = written.get(text)
      if (known !== undefined) known.isNeverToArrive = !wasTried
    },
    damaged: () => void (damaged += 1),
    /** The system took what had not been sent. */
    cleared() {
      damaged = 0
      for (const one of written.values())
        if (one.fate === 'accepted' || one.fate === 'drafted') one.fate = 'gone'
    },
    checkDevice,
    checkEnd,
    size: () => written.size,
  }
}

export type WalkModel = ReturnType<typeof createModel>

function duplicatesOf(texts: readonly string[]): string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index)
}
