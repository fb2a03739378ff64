import { expect } from 'vitest'
import type { Content, Photo, Seen, Tab } from './device'
import { type Row, sha256, textOf, type World } from './world'

interface Version {
  text: string
  /** The hash of its bytes. */
  photo: string | undefined
}

/** What was accepted on this device, whatever happened to it since. */
interface Submission {
  id: string
  /** What it may say by now: one, but for an edit whose tab died in the midst of saving. */
  last: Version[]
  /** Everything that it ever said. */
  texts: Set<string>
  /** The accounts under which it was written. */
  writers: Set<string | null>
  fate: 'waits' | 'discarded' | 'never-to-arrive'
}

/** What was typed and not submitted. */
export interface Written {
  /** What is on the device for sure; undefined where the form has said that it keeps nothing. */
  kept: (Version & { hasPhoto: boolean }) | undefined
  /** What was typed since then. */
  since: string[]
  writers: Set<string | null>
}

/** What a person did on the device, and what was promised of it. */
export function createModel(world: World, prefix: string, wasFull: () => boolean) {
  const submissions = new Map<string, Submission>()
  const written = new Set<Written>()
  /** Texts that a form tried to submit and was told that it could not, by writers: sent at once, they may have arrived. */
  const refusedTexts = new Map<string, Set<string | null>>()
  const count = { accepted: 0, arrived: 0, discardedBeforeSending: 0, draftsLookedAt: 0 }

  /** `isSure: false`: it may still say what it said before. */
  function accept(
    id: string,
    content: Content,
    photo: Photo | undefined,
    writers: Iterable<string | null>,
    isSure = true,
  ): void {
    const known = submissions.get(id)
    const version = versionOf(content, photo)
    if (known === undefined) count.accepted += 1
    // A text that was edited in the outbox, and that another tab still shows, may be submitted from there for itself.
    for (const other of submissions.values())
      if (other.id !== id && !other.last.some(({ text }) => text === version.text))
        other.texts.delete(version.text)
    submissions.set(id, {
      id,
      last: isSure ? [version] : [...(known?.last ?? []), version],
      texts: new Set([...(known?.texts ?? []), version.text]),
      writers: new Set([...(known?.writers ?? []), ...(refusedTexts.get(version.text) ?? []), ...writers]),
      fate: 'waits',
    })
  }

  function discard(id: string, told: 'never-sent' | 'may-have-arrived'): void {
    const submission = submissions.get(id)
    if (submission === undefined) return
    const isTried = world.wasTried(id)
    // What the server has refused has left nothing there.
    if (told === 'never-sent' && !wasFull() && !world.wasRefused(id))
      expect(isTried, `was sent, and is said not to be: ${id}`).toBe(false)
    submission.fate = told === 'never-sent' && !isTried ? 'never-to-arrive' : 'discarded'
    if (submission.fate === 'never-to-arrive') count.discardedBeforeSending += 1
  }

  const isSubmitted = (text: string) => [...submissions.values()].some(({ texts }) => texts.has(text))

  /** After each step, as one tab of the device shows it. */
  async function check(tab: Tab): Promise<void> {
    // A sender may be at work while we look: the shown count is between what is stored before and after.
    const before = await tab.entries()
    const shown = await tab.count()
    const entries = await tab.entries()
    const counts = [before, entries].map((list) => list.filter(({ isUnsent }) => isUnsent).length)
    expect(shown, 'the shown count').toBeGreaterThanOrEqual(Math.min(...counts))
    expect(shown, 'the shown count').toBeLessThanOrEqual(Math.max(...counts))
    expect(world.mostOfOneEntry(), 'requests of one entry at a time').toBeLessThanOrEqual(1)
    const here = new Set(entries.map(({ id }) => id))
    const lost = [...submissions.values()].filter(
      ({ id, fate }) => fate === 'waits' && !here.has(id) && !world.hasArrived(id),
    )
    expect(lost, 'neither arrived nor visible').toEqual([])
    const account = tab.account()
    for (const { id, isShown } of entries) {
      const { writers } = submissions.get(id) ?? {}
      if (isShown && writers && !writers.has(null)) expect(writers, 'shown to another').toContain(account)
    }
    await checkDrafts(tab, account)
  }

  async function checkDrafts(tab: Tab, account: string | null): Promise<void> {
    if (tab.kind === 'worker') return
    const drafts = await tab.drafts()
    const shown = new Map(drafts.map(({ content, photo }) => [textOf(content), versionOf(content, photo)]))
    for (const { kept, since, writers } of written) {
      const texts = [...(kept ? [kept.text] : []), ...since]
      const found = texts.find((text) => shown.has(text))
      const [writer] = writers
      const isOwn = writers.size === 1 && (writer === null || writer === account)
      if (found !== undefined && !writers.has(null))
        expect(writers, `a draft of another: ${found}`).toContain(account)
      if (kept === undefined || !isOwn) continue
      count.draftsLookedAt += 1
      expect(found, `half-written and lost: ${texts.join(', ')}`).toBeDefined()
      if (found === kept.text && kept.hasPhoto)
        expect(shown.get(found)?.photo, `photo of a draft: ${found}`).toBe(kept.photo)
    }
  }

  /** When everything has had the time to arrive, and every account was signed in. */
  async function checkEnd(tab: Tab): Promise<void> {
    const entries = new Map((await tab.entries()).map((entry) => [entry.id, entry]))
    const rows = new Map<string, Row>()
    for (const row of await world.rows(prefix)) {
      expect(rows.has(row.text), `arrived twice: ${row.text}`).toBe(false)
      rows.set(row.text, row)
    }
    for (const submission of submissions.values())
      checkSubmission(submission, entries.get(submission.id), rows)
    for (const text of refusedTexts.keys()) rows.delete(text)
    expect([...rows.keys()], 'arrived, and nobody submitted it').toEqual([])
  }

  function checkSubmission(
    { id, last, texts, writers, fate }: Submission,
    entry: Seen | undefined,
    rows: Map<string, Row>,
  ): void {
    const about = `${id} (${[...texts].join(', ')}; ${entry?.state}, ${fate})`
    const found = [...texts].flatMap((text) => rows.get(text) ?? [])
    for (const { text } of found) rows.delete(text)
    expect(found.length, `more than one row: ${about}`).toBeLessThanOrEqual(1)
    const [row] = found
    if (row?.owner !== undefined) expect(writers, `under another account: ${about}`).toContain(row.owner)
    if (fate === 'never-to-arrive') expect(row, `was discarded, and arrived: ${about}`).toBeUndefined()
    if (fate !== 'waits') return
    if (entry !== undefined)
      expect(
        last.map(({ text }) => text),
        about,
      ).toContain(textOf(entry.content))
    if (entry?.state === 'needs-attention')
      return expect(world.wasRefused(id), `not refused by the server: ${about}`).toBe(true)
    expect(entry?.state ?? 'sent', `not settled: ${about}`).toBe('sent')
    expect(world.hasArrived(id), `neither arrived nor visible: ${about}`).toBe(true)
    count.arrived += 1
    expect(last, about).toContainEqual({ text: row?.text, photo: row?.photo })
  }

  return {
    accept,
    discard,
    check,
    checkEnd,
    isSubmitted,
    count,
    refuse(content: Content, writers: Iterable<string | null>) {
      const text = textOf(content)
      refusedTexts.set(text, new Set([...(refusedTexts.get(text) ?? []), ...writers]))
    },
    written,
    texts: (id: string) => submissions.get(id)?.texts,
  }
}

export const versionOf = (content: Content, photo: Photo | undefined): Version => ({
  text: textOf(content),
  photo: photo && sha256(photo.bytes),
})
