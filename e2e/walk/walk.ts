import { expect } from '@playwright/test'
import { randomFrom } from '@/domain/posters/poster'
import { accountActions } from './account-actions'
import { deviceActions } from './device-actions'
import { formActions } from './form-actions'
import { FAULTS } from './gateway-faults'
import { outboxActions } from './outbox-actions'
import { readStoredOutbox } from './stored-outbox'
import { expectCountShown, expectDraftOffered, settleAll } from './walk-checks'
import { createModel, type ArrivedText } from './walk-model'
import { firstTab, NOTHING_TO_DO, visit, type WalkAction, type WalkWorld } from './walk-world'

export interface WalkDeps extends Pick<WalkWorld, 'phone' | 'people' | 'photos'> {
  seed: number
  hasSync: boolean
  steps: number
  /** Reads everything on the server whose text begins so. */
  arrived: (prefix: string) => Promise<ArrivedText[]>
}

/** The weight of each action: how often it is picked, beside the others. */
const WEIGHTS = {
  submit: 4,
  submitAndLose: 3,
  submitInTwoTabs: 2,
  halfWrite: 2,
  fillDisk: 1,
  startOver: 1,
  edit: 5,
  discard: 3,
  sendNow: 2,
  signIn: 3,
  signOut: 2,
  sessionEnds: 1,
  faults: 5,
  offline: 5,
  online: 2,
  killWorker: 2,
  killBrowser: 2,
  openTab: 2,
  closeTab: 1,
  clockJumps: 1,
  clockRight: 1,
  newBuild: 2,
} as const
type ActionName = keyof typeof WEIGHTS
const WEIGHTED = Object.entries(WEIGHTS).flatMap(([name, weight]) =>
  Array.from({ length: weight }, () => name),
) as [ActionName, ...ActionName[]]

/**
 * Model-based random test (a random walk) of one phone: the person fills, submits, edits, discards, signs in and out in the real
 * pages; network, worker, browser, clock and disk fail. Throws when an invariant of the model is broken; `log` has the
 * actions until then.
 */
export async function walk(
  { phone, people, photos, seed, hasSync, steps, arrived }: WalkDeps,
  log: string[],
): Promise<string> {
  const random = randomFrom(seed)
  const prefix = `Browser walk ${seed}${hasSync ? '' : ' without sync'}: `
  const model = createModel(phone.gateway.deliveries)
  let texts = 0

  const world: WalkWorld = {
    phone,
    people,
    photos,
    model,
    random,
    newText: () => `${prefix}text ${(texts += 1)}`,
    note: (detail) => void (log[log.length - 1] += ` (${detail.replace(prefix, '')})`),
    injectFaults() {
      const faults = Array.from({ length: random.between(1, 3) }, () => random.pick(FAULTS))
      world.note(faults.join(' '))
      phone.gateway.next(...faults)
    },
  }
  const actions: Record<ActionName, WalkAction> = {
    ...formActions(world),
    ...outboxActions(world),
    ...accountActions(world),
    ...deviceActions(world),
  }

  await visit(world)
  for (let step = 0; step < steps;) {
    const name = random.pick(WEIGHTED)
    log.push(name)
    if ((await actions[name]()) === NOTHING_TO_DO) {
      log.pop()
      continue
    }
    step += 1
    const page = await firstTab(world)
    model.checkDevice(await readStoredOutbox(page))
    await expectCountShown(page)
  }

  log.push('end')
  const last = await settleAll(world)
  const rows = await arrived(prefix)
  await model.checkEnd(await readStoredOutbox(last), rows)
  await expectDraftOffered(world, last)
  expect(phone.uncaught, 'errors that no code has caught').toEqual([])
  return model.sum(rows)
}
