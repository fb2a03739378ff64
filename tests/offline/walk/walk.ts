import { expect } from 'vitest'
import { SITE } from '@/site/site'
import type { SignedIn } from '@tests/support/server/app'
import type { Fault } from '@tests/support/offline/faulty-network'
import { eventContent, messageContent } from '@tests/support/offline/outbox-contents'
import { type Content, type Editor, type Outcome, type Photo, type Seen, type Tab } from './device'
import { createForms } from './forms'
import { createModel } from './model'
import { createStage } from './stage'
import { type Servers, textOf } from './world'

export interface WalkDeps {
  servers: Servers
  people: readonly [SignedIn, ...SignedIn[]]
  photos: readonly [Photo, ...Photo[]]
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
  'redirect',
  'empty',
  'bad-gateway',
  'unavailable',
  'too-many',
  'unauthenticated',
]
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const JUMPS = [HOUR, -HOUR, 72 * HOUR, -72 * HOUR, 8766 * HOUR, -8766 * HOUR] as const
const ENDS = ['close', 'kill'] as const

/**
 * A random walk over one device: a person writes, edits, discards, signs in and out, opens and loses tabs; network, disk, clock and
 * server fail. It throws where a promise is broken. It knows the offline code by `device.ts` alone; `log` has the steps until then.
 */
export async function walk(seed: number, deps: WalkDeps, log: string[]) {
  const stage = createStage(seed, deps.servers, log)
  const { world, clock, disk, tabs, open, end, pass, inTab, anyOf, anyTab, anyPage, between, pick } = stage
  const { network } = world
  const prefix = `walk ${seed} `
  const model = createModel(world, prefix, () => disk.refused() > 0)
  const editors = new Map<Editor, { tab: Tab; writer: string | null }>()
  /** What was typed over entries and not saved. */
  const edits = new Map<string, { text: string; writer: string | null }>()
  let jumped = 0
  let texts = 0

  function content(): Content {
    texts += 1
    const text = `${prefix}text ${texts};`
    if (between(1, 4) === 1) return messageContent(text)
    return eventContent(
      text,
      between(1, 6) === 1 ? soon(world.server().clock.nowMs(), between(1, 120)) : undefined,
    )
  }

  const photoOf = (item: Content) =>
    item.kind === 'submitEvent' && between(1, 3) === 1 ? pick(deps.photos) : undefined

  /** What a dead tab was saving: it is here, or not. `over`: the entry whose place it was to take. */
  async function afterDeath(
    said: Content,
    photo: Photo | undefined,
    writers: Iterable<string | null>,
    over?: string,
  ) {
    const text = textOf(said)
    const isIt = ({ id, content: { kind, payload } }: Seen) =>
      kind === said.kind && textOf({ kind, payload } as Content) === text && model.texts(id) === undefined
    const found = (await anyTab().entries()).find(isIt)
    if (found !== undefined) {
      if (over !== undefined) model.discard(over, 'may-have-arrived')
      model.accept(found.id, said, photo, writers)
    } else if (over !== undefined) model.accept(over, said, photo, writers, false)
    else model.refuse(said, writers)
    return found !== undefined || over !== undefined
  }

  const anyEntry = async (tab: Tab) => anyOf(await tab.entries())

  const note = (what: string, said: Content) => void log.push(`(${what}: ${textOf(said)})`)
  const parts = { ...stage, model, note, content, photoOf, afterDeath }
  const forms = createForms(parts)

  stage.onEnd.add((tab, leavesText) => {
    forms.ended(tab, leavesText)
    for (const [editor, of] of editors) if (of.tab === tab) editors.delete(editor)
  })

  function afterSaving(
    id: string,
    outcome: Outcome,
    written: Content,
    photo: Photo | undefined,
    writer: string | null,
  ) {
    if (outcome.says !== 'accepted') return
    // Under a key of its own it is another submission: the first has arrived, and its entry is gone.
    if (outcome.id !== id) model.discard(id, 'may-have-arrived')
    model.accept(outcome.id, written, photo, [writer])
  }

  async function saveEdit(editor: Editor, { tab, writer }: { tab: Tab; writer: string | null }) {
    const written = content()
    const photo = written.kind !== 'submitEvent' ? undefined : pick([editor.photo, undefined, ...deps.photos])
    edits.delete(editor.id)
    const outcome = await inTab(tab, editor.save(written, photo))
    if (outcome === undefined) return afterDeath(written, photo, [writer], editor.id)
    afterSaving(editor.id, outcome, written, photo, writer)
    editors.delete(editor)
    await inTab(tab, outcome.says === 'accepted' ? editor.release() : editor.abandon())
  }

  async function edit() {
    const tab = anyPage()
    const entry = await anyEntry(tab)
    if (entry === undefined || !entry.isUnsent || !entry.isShown) return
    const editor = await inTab(tab, tab.edit(entry.id))
    if (!editor) return
    const kept = edits.get(entry.id)
    if (kept !== undefined && kept.writer === tab.account())
      expect(textOf(editor.content), 'what was typed over an entry').toBe(kept.text)
    editors.set(editor, { tab, writer: entry.writer })
  }

  /** It is there when the entry is edited again, unless two tabs write in it. */
  async function typeEdit(editor: Editor, { tab }: { tab: Tab }) {
    const written = content()
    editor.type(written, editor.photo)
    const isAlone = [...editors.keys()].filter(({ id }) => id === editor.id).length === 1
    edits.delete(editor.id)
    await inTab(tab, editor.pause())
    if (isAlone && !tab.isDead() && editor.isKept())
      edits.set(editor.id, { text: textOf(written), writer: tab.account() })
  }

  async function discard(tab: Tab, id: string) {
    const told = await inTab(tab, tab.discard(id))
    if (told !== undefined) model.discard(id, told)
    // Where the tab died, it is perhaps still here.
    else if (tab.isDead() && !(await anyTab().entries()).some((entry) => entry.id === id))
      model.discard(id, 'may-have-arrived')
  }

  const actions = {
    openForm: () => forms.open(anyPage()),
    type: () => forms.type(anyPage()),
    submitForm: () => forms.submit(anyPage()),
    startOver: forms.startOver,
    async sendMessage() {
      const tab = anyPage()
      await tab.ready()
      const written = content()
      const photo = photoOf(written)
      const outcome = await inTab(tab, tab.submit(written, photo))
      const writer = tab.account()
      if (outcome?.says === 'accepted') model.accept(outcome.id, written, photo, [writer])
      else if (outcome !== undefined) model.refuse(written, [writer])
      else await afterDeath(written, photo, [writer])
    },
    /** What is discarded at once is perhaps not on its way yet. */
    async changesMind() {
      const tab = anyPage()
      await tab.ready()
      const written = content()
      const writer = tab.account()
      const outcome = await inTab(tab, tab.submit(written))
      if (outcome?.says !== 'accepted')
        return void (outcome
          ? model.refuse(written, [writer])
          : await afterDeath(written, undefined, [writer]))
      model.accept(outcome.id, written, undefined, [writer])
      await discard(tab, outcome.id)
    },
    edit,
    async typeEdit() {
      if (editors.size === 0) await edit()
      const [first] = editors
      if (first !== undefined) await typeEdit(...first)
    },
    async saveEdit() {
      if (editors.size === 0) await edit()
      const [first] = editors
      if (first !== undefined) await saveEdit(...first)
    },
    async abandonEdit() {
      const [first] = editors
      if (first === undefined) return
      editors.delete(first[0])
      edits.delete(first[0].id)
      await inTab(first[1].tab, first[0].abandon())
    },
    async discard() {
      const tab = anyPage()
      const entry = await anyEntry(tab)
      if (entry === undefined) return
      await discard(tab, entry.id)
    },
    async sendNow() {
      const tab = anyPage()
      await inTab(tab, tab.sendNow(between(1, 2) === 1 ? undefined : (await anyEntry(tab))?.id))
    },
    async sendWithoutAccount() {
      const tab = anyPage()
      const entry = await anyEntry(tab)
      if (entry === undefined || entry.owner === null) return
      const isSure = await inTab(tab, tab.sendWithoutAccount(entry.id))
      if (isSure !== false) model.accept(entry.id, entry.content, undefined, [null], false)
    },
    async signIn() {
      const tab = anyPage()
      const { email, password } = pick([...deps.people])
      await inTab(tab, tab.signIn(email, password))
    },
    async signOut() {
      const tab = anyPage()
      if (between(1, 3) === 1) await inTab(tab, tab.sendNow())
      if (!tab.isDead()) await inTab(tab, tab.signOut('keep'))
    },
    async signOutDeleting() {
      const tab = anyPage()
      await tab.ready()
      const account = tab.account()
      const entries = await tab.entries()
      edits.clear()
      await inTab(tab, tab.signOut('delete'))
      if (account === null) return
      forms.deleted(account)
      for (const { id, writer, isUnsent } of entries)
        if (writer === account && isUnsent) model.discard(id, 'may-have-arrived')
    },
    async faults() {
      const faults = Array.from({ length: between(1, 3) }, () => pick(FAULTS))
      log.push(faults.join(' '))
      network.next(...faults)
    },
    offline: async () => network.setOffline(true),
    async online() {
      network.setOffline(false)
      for (const tab of tabs) void tab.deliver(true)
    },
    late: async () => network.release(),
    diskFull: async () => void disk.setFull(true),
    diskFree: async () => void disk.setFull(false),
    diskRefuses: async () => void disk.refuseOnce(between(0, 8)),
    serverRestarts: async () => world.restart(),
    serverSweeps: () => world.sweep(),
    moment: async () => pass(between(1, 20) * SECOND),
    while: async () => pass(between(1, 30) * MINUTE),
    async clockJumps() {
      const by = pick(JUMPS)
      jumped += by
      clock.jump(by)
    },
    openTab: async () => void (tabs.length < 3 && open(pick(['page', 'worker']))),
    endTab: async () => end(anyTab(), pick(ENDS)),
    async backgroundSync() {
      for (const tab of tabs.slice()) end(tab, pick(ENDS))
      const worker = open('worker')
      await inTab(worker, worker.deliver(true))
    },
  }
  type Action = keyof typeof actions
  const names = Object.keys(actions) as [Action, ...Action[]]
  const often: Action[] = [
    ...([
      'openForm',
      'openForm',
      'type',
      'type',
      'submitForm',
      'submitForm',
      'submitForm',
      'edit',
      'saveEdit',
    ] as const),
    ...(['faults', 'faults', 'online', 'diskFree', 'moment', 'while', 'endTab'] as const),
  ]

  open()
  for (let step = 0; step < deps.steps; step += 1) {
    const name = pick([...names, ...often] as [Action, ...Action[]])
    log.push(name)
    if (between(1, 5) === 1) stage.endOne()
    await actions[name]().catch(unlessDead)
    if (between(1, 3) > 1) await stage.rest()
    await stage.endNone()
    const tab = anyTab()
    await tab.ready()
    await model.check(tab)
  }

  log.push('end')
  await heal()
  return model.count

  /** Everything works again, and time passes: every request ends, every wait is over, every account is signed in. */
  async function heal(): Promise<void> {
    network.heal()
    disk.setFull(false)
    disk.refuseOnce(Infinity)
    clock.jump(-jumped)
    for (const tab of tabs.slice()) end(tab, 'close')
    const tab = anyTab()
    await tab.ready()
    for (let round = 0; round < 3; round += 1) {
      await inTab(tab, tab.deliver(true))
      pass(61 * MINUTE)
    }
    for (const { email, password } of deps.people) {
      expect(await inTab(tab, tab.signIn(email, password)), 'signs in').toBe(true)
      await inTab(tab, tab.deliver(true))
      await inTab(tab, tab.deliver(true))
      await model.check(tab)
    }
    await model.checkEnd(tab)
    tab.kill()
  }
}

/** A tab that ends while somebody looks at it shows nothing. */
function unlessDead(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'DatabaseClosedError') throw error
}

/** The village's time in so many minutes: the start of an event that passes while it waits. */
function soon(nowMs: number, minutes: number): string {
  const wall = Temporal.Instant.fromEpochMilliseconds(nowMs + minutes * MINUTE)
    .toZonedDateTimeISO(SITE.timeZone)
    .toPlainDateTime()
  return `${wall.toPlainDate().toString()} ${wall.toPlainTime().toString({ smallestUnit: 'minute' })}:00`
}
