import { expect } from '@playwright/test'
import type { DeliveryRecord } from './delivery-record'
import type { StoredOutbox } from './stored-outbox'

/** A submission as the server has it. */
export interface ArrivedText {
  id: string
  text: string
}

type Fate =
  /** The page said that it is sent, or saved on this device. */
  | 'accepted'
  /** Edited before it was sent: the new text takes its place, unless it was on its way already. */
  | 'replaced'
  | 'discarded'
  | 'never-to-arrive'
  /** Half-written, and stored. */
  | 'drafted'
  /** The person wrote over it. */
  | 'gone'

/**
 * The model of the walk: what the person wrote, by its text, of which no two are the same. It checks the promises of
 * docs/offline.md against the disk of the device, the database of the server, and what was seen between the two.
 */
export function createModel(deliveries: DeliveryRecord) {
  const fates = new Map<string, Fate>()
  const seenSent = new Set<string>()
  const textsOf = (fate: Fate) => [...fates].filter(([, one]) => one === fate).map(([text]) => text)

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

  /** When the network has been in order for long enough. */
  function checkEnd(stored: StoredOutbox, arrived: readonly ArrivedText[]): void {
    checkDevice(stored)
    const texts = arrived.map(({ text }) => text)
    expect(duplicatesOf(texts), 'arrived twice').toEqual([])
    const ids = new Map(arrived.map(({ id, text }) => [text, id]))
    for (const { text, state, error, receipt } of stored.entries) {
      expect(['sent', 'needs-attention'], `“${text}” is settled (${error})`).toContain(state)
      if (state === 'sent') expect(ids.get(text), `“${text}” is shown as sent`).toBe(receipt)
    }
    const isRefused = (text: string) =>
      stored.entries.some((one) => one.text === text && one.state === 'needs-attention')
    const missing = textsOf('accepted').filter((text) => !ids.has(text) && !isRefused(text))
    expect(missing, 'neither arrived nor visible').toEqual([])
    expect(
      textsOf('never-to-arrive').filter((text) => ids.has(text)),
      'discarded before it was tried',
    ).toEqual([])
    expect(
      texts.filter((text) => !fates.has(text)),
      'arrived and never written',
    ).toEqual([])
  }

  return {
    note: (text: string, fate: 'accepted' | 'drafted' | 'replaced') => void fates.set(text, fate),
    discarded: (text: string) =>
      void fates.set(text, deliveries.tried.has(text) ? 'discarded' : 'never-to-arrive'),
    /** The person wrote over what was only half-written. */
    overwritten(text: string) {
      if (fates.get(text) === 'drafted') fates.set(text, 'gone')
    },
    checkDevice,
    checkEnd,
    /** Where nothing is accepted, nothing is proved. */
    sum: (arrived: readonly ArrivedText[]) =>
      `${textsOf('accepted').length} accepted, ${textsOf('drafted').length} half-written, ${arrived.length} arrived`,
  }
}

function duplicatesOf(texts: readonly string[]): string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index)
}
