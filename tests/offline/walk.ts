import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { OutboxBusy, OutboxGone } from '@/offline/outbox/drafts/edit-entry'
import type { EditHold } from '@/offline/outbox/drafts/edit-entry'
import { isReadable, type OutboxContent, type OutboxEntry, type OutboxPhoto } from '@/offline/outbox/entry'
import { randomFrom } from '@/domain/posters/poster'
import { SITE } from '@/site/site'
import { type SignedIn, TEST_NOW, type TestApp } from '@tests/support/server/app'
import { fakeClock } from '@tests/support/server/fake-clock'
import { type Fault, faultyNetwork, serveByInject } from '@tests/support/offline/faulty-network'
import { createPhone, type Tab } from '@tests/support/offline/offline-phone'
import { eventContent, messageContent } from '@tests/support/offline/outbox-contents'
import { createForms } from './walk-forms'
import { createModel } from './walk-model'
import { createOrganiser } from './walk-organiser'

export interface WalkDeps {
  app: TestApp
  people: readonly [SignedIn, ...SignedIn[]]
  photo: OutboxPhoto
  steps: number
}

const FAULTS: readonly [Fault, ...Fault[]] = [
  'drop-before',
  'drop-after',
  'cut',
  'twice',
  'hang',
  'hang-after',
  'late',
  'portal',
  'bad-gateway',
  'unavailable',
  'too-many',
  'unauthenticated',
]
const SECOND = 1000
const MINUTE = 60 * SECOND

/**
 * Model-based random test (a random walk) of the outbox on one phone: the person writes, edits, discards, signs in and
 * out, opens and loses tabs, the network and the clock fail. Throws when an invariant of the model is broken; `log` has the
 * actions until then.
 */
export async function walk(seed: number, deps: WalkDeps, log: string[]): Promise<void> {
  const { app, people } = deps
  const { between, pick } = randomFrom(seed)
  app.clock.set(TEST_NOW)
  const clock = fakeClock(app.clock.nowMs())
  const network = faultyNetwork(serveByInject(app.app))
  const phone = createPhone({
    clock,
    network,
    random: () => between(0, 999) / 1000,
    newId: () => crypto.randomUUID(),
  })
  const prefix = `walk ${seed} `
  const model = createModel(phone, app, prefix)
  const tabs: Tab[] = [phone.openTab()]
  let jumped = 0
  let texts = 0

  const anyTab = () => tabs[between(0, tabs.length - 1)] ?? openTab('page')

  function openTab(kind: 'page' | 'worker'): Tab {
    const tab = phone.openTab({ kind })
    tabs.push(tab)
    return tab
  }

  function pass(ms: number): void {
    app.clock.advance({ seconds: ms / SECOND })
    clock.advance(ms)
  }

  /** Waits until everything is done, or a request hangs. */
  const rest = (...more: Promise<unknown>[]) =>
    Promise.race([Promise.all([...tabs.map((tab) => tab.outbox.deliver()), ...more]), network.whenHanging()])

  /** An action of the person that waits for the network, as long as it takes. */
  async function withTimePassing<T>(action: Promise<T>): Promise<T> {
    const over = action.then(() => 'over' as const)
    while ((await Promise.race([over, network.whenHanging()])) !== 'over') {
      network.release()
      pass(31 * SECOND)
      // Aborted requests reject in the next turn of the event loop.
      await Promise.race([over, new Promise((resolve) => setImmediate(resolve))])
    }
    return action
  }

  function content(): OutboxContent {
    texts += 1
    const text = `${prefix}text ${texts}`
    if (between(1, 4) === 1) return messageContent(text)
    return eventContent(
      text,
      between(1, 6) === 1 ? villageTime(app.clock.nowMs() + between(1, 120) * MINUTE) : undefined,
    )
  }

  const anyEntry = async () => {
    const entries = await model.onPhone()
    return entries[between(0, entries.length - 1)]
  }

  function kill(tab: Tab): void {
    tab.kill()
    tabs.splice(tabs.indexOf(tab), 1)
    forms.killed(tab)
    if (tabs.length === 0) openTab('page')
  }

  const forms = createForms({ model, between, content, photo: deps.photo, kill })
  const organiser = await createOrganiser({ model, app, seed, between, pick, photo: deps.photo })

  /** Signs out as the button does; entries that wait stay for the account. */
  async function leave(tab: Tab): Promise<void> {
    await tab.session.logout()
    model.noteReceiptsGone(await tab.outbox.accounts.removeReceiptsExcept(null))
  }

  /** Entries that are open in an editor. */
  const editors: { tab: Tab; hold: EditHold }[] = []

  async function replace(tab: Tab, entry: OutboxEntry): Promise<void> {
    const edited = await unlessTooLate(tab.outbox.replace(entry.id, organiser.editOf(entry) ?? content()))
    if (edited === undefined) return
    // Under a key of its own it is another submission; the first has arrived, and its entry is gone.
    if (edited.id !== entry.id) model.noteDiscarded(entry)
    model.note(edited)
  }

  const actions: Record<string, () => Promise<unknown>> = {
    async write() {
      const photo = between(1, 4) === 1 ? deps.photo : undefined
      model.note(await anyTab().outbox.enqueue(content(), photo))
    },
    async edit() {
      const entry = await anyEntry()
      if (entry === undefined || entry.state === 'sent') return
      await replace(anyTab(), entry)
    },
    async openEditor() {
      const entry = await anyEntry()
      const tab = anyTab()
      const hold = entry && (await unlessTooLate(tab.outbox.holdForEditing(entry.id)))
      if (hold !== undefined) editors.push({ tab, hold })
    },
    async closeEditor() {
      const editor = editors.shift()
      if (editor === undefined || editor.tab.isDead()) return
      const entry = (await model.onPhone()).find(({ id }) => id === editor.hold.entry.id)
      if (entry !== undefined && entry.state !== 'sent' && between(1, 2) === 1)
        await replace(editor.tab, entry)
      await editor.hold.release()
    },
    async discard() {
      const entry = await anyEntry()
      if (entry === undefined) return
      const discarded = await anyTab().outbox.discard(entry.id)
      if (discarded !== undefined && isReadable(discarded)) model.noteDiscarded(discarded)
    },
    sendNow: async () => withTimePassing(anyTab().outbox.sendNow()),
    retry: async () => withTimePassing(anyTab().outbox.sendNow((await anyEntry())?.id)),
    background: async () => void anyTab().outbox.schedule({ networkIsBack: true }),
    async faults() {
      const faults = Array.from({ length: between(1, 3) }, () => pick(FAULTS))
      log.push(faults.join(' '))
      network.next(...faults)
    },
    offline: async () => network.setOffline(true),
    online: async () => {
      network.setOffline(false)
      for (const tab of tabs) void tab.outbox.schedule({ networkIsBack: true })
    },
    lateResponses: async () => network.release(),
    /** The sweep removes uploads that no submission names yet. */
    serverSweeps: () => removeUploads(app),
    moment: async () => pass(between(1, 20) * SECOND),
    while: async () => pass(between(1, 30) * MINUTE),
    async clockJumps() {
      const by = between(-3 * 24, 3 * 24) * 60 * MINUTE
      jumped += by
      clock.jump(by)
    },
    open: async () => void (tabs.length < 3 && openTab(pick(['page', 'worker']))),
    kill: async () => kill(anyTab()),
    openForm: async () => forms.open(anyTab()),
    writeInForm: forms.write,
    submitForm: forms.submit,
    startOver: forms.startOver,
    setState: async () => unlessTooLate(organiser.setState(anyTab())),
    propose: async () => unlessTooLate(organiser.propose(anyTab())),
    async signIn() {
      const { email, password } = pick([...people])
      await withTimePassing(anyTab().session.login(email, password))
    },
    signOut: async () => leave(anyTab()),
    async signOutDeleting() {
      const tab = anyTab()
      const owner = await tab.session.owner()
      if (owner !== null) {
        const drafts = await model.draftsOf(owner)
        const removed = (await tab.outbox.accounts.removeOf(owner)).filter(isReadable)
        for (const draft of drafts) model.noteDraftGone(draft)
        model.noteReceiptsGone(removed.filter(({ state }) => state === 'sent'))
        for (const entry of removed) if (entry.state !== 'sent') model.noteDiscarded(entry)
      }
      await leave(tab)
    },
    async signOutSending() {
      const tab = anyTab()
      await withTimePassing(tab.outbox.sendNow())
      await leave(tab)
    },
    async sendWithoutAccount() {
      const entry = await anyEntry()
      if (entry === undefined || entry.owner === null) return
      const tab = anyTab()
      if (await tab.outbox.accounts.detachAccount(entry.id)) model.note({ ...entry, owner: null })
    },
  }
  const names = Object.keys(actions) as [string, ...string[]]
  const often = [
    'write',
    'openForm',
    'openForm',
    'submitForm',
    'submitForm',
    'setState',
    'setState',
    'faults',
    'faults',
    'edit',
    'moment',
    'while',
    'kill',
  ] as const

  for (let step = 0; step < deps.steps; step += 1) {
    const name = pick([...names, ...often] as [string, ...string[]])
    log.push(name)
    await actions[name]?.()
    if (between(1, 3) > 1) await rest()
    await model.check(anyTab().outbox.waiting)
  }

  log.push('end')
  for (const { tab, hold } of editors) if (!tab.isDead()) await hold.release()
  network.heal()
  clock.jump(-jumped)
  const last = openTab('page')
  const deliver = () =>
    withTimePassing(Promise.all(tabs.map((tab) => tab.outbox.deliver({ networkIsBack: true }))))
  // Every request ends, every backoff is over, every entry without an owner is sent. It takes more than one round, because time
  // that passes gives up requests that the server is still busy with.
  for (let round = 0; round < 3; round += 1) {
    await deliver()
    pass(61 * MINUTE)
  }
  await deliver()
  // No time passes any more: a refresh whose response is lost may end a session, and its entries would rightly wait.
  for (const { email, password } of people) {
    expect(await withTimePassing(last.session.login(email, password))).toMatchObject({ kind: 'ok' })
    await deliver()
    await deliver()
  }
  await model.check(anyTab().outbox.waiting)
  await model.checkEnd()
  await organiser.checkEnd()
  for (const tab of tabs) tab.kill()
  model.close()
}

async function removeUploads({ dataDir }: TestApp): Promise<void> {
  const dir = join(dataDir, 'uploads')
  // One that is still arriving has another name.
  const uploads = (await readdir(dir)).filter((name) => /^[0-9a-f]{64}$/.test(name))
  await Promise.all(uploads.map((name) => rm(join(dir, name), { force: true })))
}

function villageTime(epochMs: number): string {
  const wall = Temporal.Instant.fromEpochMilliseconds(epochMs)
    .toZonedDateTimeISO(SITE.timeZone)
    .toPlainDateTime()
  return `${wall.toPlainDate().toString()} ${wall.toPlainTime().toString({ smallestUnit: 'minute' })}:00`
}

/** Does an edit, which is refused while the entry is on its way, and after it has gone. */
async function unlessTooLate<T>(edit: Promise<T>): Promise<T | undefined> {
  return edit.catch((error: unknown) => {
    if (!(error instanceof OutboxBusy) && !(error instanceof OutboxGone)) throw error
    return undefined
  })
}
