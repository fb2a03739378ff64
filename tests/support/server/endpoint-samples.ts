import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { EndpointName } from '@/contract/endpoints'
import { placeSlug } from '@/domain/places/place'
import { slugOf } from '@/domain/text/plain-text'
import type { Permission } from '@/domain/accounts/permission'
import {
  contactForms,
  importSources,
  jobs,
  organisers,
  proposals,
  registrations,
  sessions,
  tags,
  weekRequests,
  weekSubscribers,
} from '@/server/platform/database/schema'
import { nowSeconds } from '@/server/platform/process/clock'
import { newLinkToken } from '@/server/jobs/mails/link-tokens'
import type { SignedIn, TestApp } from './app'
import { update } from './back-office'
import { call, eventLinks, publish, sha256Of, submit } from './calls'
import { jpeg } from './images'
import { submission } from './submissions'
import { weekLinks } from './week-mail'

/** The input of a valid call. */
export interface Sample {
  params?: { id?: string; slug?: string; day?: string; week?: string; proposal?: string; sha256?: string }
  query?: Record<string, string>
  /** JSON, or the bytes of a JPEG. */
  body?: object
}

/** The caller, and the owner of what is requested. */
interface SampleWorld {
  test: TestApp
  owner: SignedIn
}

/** A valid call of an endpoint: only the caller's authorization decides. */
export interface EndpointSample {
  /** Distinguishes several samples of one endpoint. */
  of?: string
  /** Fresh things for one call: what it deletes or reviews is there. */
  make(world: SampleWorld): Promise<Sample> | Sample
  /** The permission that the thing itself requires, beyond the endpoint's; without it the thing is not there. */
  thing?: Permission
  /** Its status when the caller is allowed; default: the endpoint's own status. */
  status?: number
}

const anEvent = async ({ test, owner }: SampleWorld) => ({
  params: { id: await submit(test, {}, { token: owner.token }) },
})
const cancelled = { state: 'cancelled', note: 'No waves today', revision: 1 }
const aPublishedEvent = async ({ test, owner }: SampleWorld) => ({
  params: { id: await publish(test, {}, { token: owner.token }) },
})
const aLinkedEvent = async (world: SampleWorld) => {
  const sample = await anEvent(world)
  const token = eventLinks.tokenOf(sample.params.id, nowSeconds(world.test.clock))
  return { ...sample, query: { token } }
}
const aManagedEvent = async ({ test }: SampleWorld) => {
  const id = await publish(test)
  return { params: { id }, token: eventLinks.manageTokenOf({ id, email: submission().email }) }
}
const byOrganiser = () => {
  const { photo: _, ...content } = update()
  return { ...content, revision: 2 }
}
/** The same call by the link of a mail, for whoever has it, and by the account that the event belongs to. */
const asOrganiser = (body: object): readonly [EndpointSample, EndpointSample] => [
  {
    make: async (world) => {
      const { params, token } = await aManagedEvent(world)
      return { params, body: { ...body, token } }
    },
  },
  {
    of: 'without the link',
    make: async (world) => ({ ...(await aPublishedEvent(world)), body }),
    thing: 'event.manage',
  },
]
const aProposal = async (world: SampleWorld) => {
  const { params, token } = await aManagedEvent(world)
  await call(world.test, 'PUT', `/events/${params.id}/manage`, { body: { ...byOrganiser(), token } })
  const [stored] = await world.test.db.select().from(proposals).where(eq(proposals.eventId, params.id))
  return { params: { ...params, proposal: stored?.id ?? '' } }
}
const aPlace = async ({ test }: SampleWorld) => {
  const location_name = `Beach ${randomUUID()}`
  await publish(test, { location_name })
  return { params: { slug: placeSlug(location_name) } }
}
const organiserPage = () => ({ name: `Surf Club ${randomUUID()}`, texts: { en: 'Waves' }, links: [] })
const anOrganiser = async ({ test }: SampleWorld) => {
  const { id } = await test.signIn()
  const page = organiserPage()
  await test.db.insert(organisers).values({ id: randomUUID(), userId: id, slug: slugOf(page.name), ...page })
  test.clearCaches()
  return { params: { id, slug: slugOf(page.name) } }
}
const aTag = async ({ test }: SampleWorld) => {
  const id = randomUUID()
  await test.db.insert(tags).values({ id, key: `tag-${id}`, name: 'Sample' })
  return { params: { id } }
}
const anImportSource = async ({ test }: SampleWorld) => {
  const id = randomUUID()
  const url = `https://example.com/${id}.ics`
  await test.db.insert(importSources).values({ id, name: id, url })
  return { params: { id } }
}
const aContactForm = async ({ test }: SampleWorld) => {
  const id = randomUUID()
  await test.db.insert(contactForms).values({
    id,
    firstName: 'Rui',
    lastName: 'Reis',
    email: 'rui@example.com',
    topic: 'Other',
    message: 'Sample',
  })
  return { params: { id } }
}
const linkOf = async ({ test }: SampleWorld, purpose: 'confirm' | 'reset') => {
  const now = new Date(test.clock.nowMs())
  if (purpose === 'reset')
    return newLinkToken(test.db, { owner: { userId: (await test.signIn()).id }, purpose, now })
  const id = randomUUID()
  const registration = { email: `${id}@example.com`, name: 'Sample', passwordHash: 'none', locale: 'en' }
  await test.db.insert(registrations).values({ id, ...registration })
  return newLinkToken(test.db, { owner: { registrationId: id }, purpose, now })
}
const aSession = async (test: TestApp) => {
  const [session] = await test.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, (await test.signIn()).id))
  return session?.id ?? ''
}
const somebody = async ({ test }: SampleWorld) => ({ params: { id: (await test.signIn()).id } })
const aBrowser = () => {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    keys: {
      p256dh: keys.getPublicKey('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  }
}
const importDefaults = {
  location_name: 'Praia do Sul',
  latitude: 38.9583,
  longitude: -9.4166,
  tag_keys: ['music'],
  email: '',
}
const importedTable = {
  name: 'programme.csv',
  file: Buffer.from('title;date\nWaves;2026-07-01').toString('base64'),
}
const supportMessage = {
  first_name: 'Rui',
  last_name: 'Reis',
  email: 'rui@example.com',
  topic: 'Other',
  message: 'Where can I park?',
}

/** What a valid call of an endpoint needs. One that is not named needs nothing: were that wrong, the matrix would get a 422. */
const SAMPLES: Partial<
  Record<EndpointName, EndpointSample['make'] | EndpointSample | readonly EndpointSample[]>
> = {
  listEvents: () => ({
    query: { page: '1', per_page: '12', tags: 'surf,music', start_date: '2026-06-15T10:00:00Z' },
  }),
  getEvent: [
    { of: 'published', make: aPublishedEvent },
    { of: 'on review', make: anEvent, thing: 'event.read-unpublished' },
    { of: 'on review, by the link in its mail', make: aLinkedEvent },
  ],
  uploadPhoto: async () => {
    const photo = await jpeg()
    const id = sha256Of(photo)
    return { params: { id, sha256: id }, body: photo }
  },
  submitEvent: () => ({ body: submission() }),
  sendSupportMessage: () => ({ body: supportMessage }),
  readManagedEvent: [
    ...asOrganiser({}),
    {
      of: 'by the token of its other link',
      make: async (world) => {
        const { params, query } = await aLinkedEvent(world)
        return { params, body: query }
      },
      thing: 'event.manage',
    },
  ],
  updateManagedEvent: asOrganiser(byOrganiser()),
  setManagedState: asOrganiser({ state: 'cancelled', seen: null }),
  requestManageLink: async (world) => ({ ...(await anEvent(world)), body: { email: 'nobody@example.com' } }),
  approveProposal: async (world) => ({ ...(await aProposal(world)), body: byOrganiser() }),
  rejectProposal: async (world) => ({ ...(await aProposal(world)), body: { reason: 'Too late' } }),
  subscribeToWeek: () => ({ body: { email: `${randomUUID()}@example.com`, tag_keys: [] } }),
  confirmWeek: [
    {
      make: async ({ test }) => {
        const id = randomUUID()
        const createdAt = new Date(test.clock.nowMs())
        await test.db.insert(weekRequests).values({ id, email: `${id}@example.com`, locale: 'en', createdAt })
        return { body: { id, token: weekLinks.tokenOf('confirm', id) } }
      },
    },
    {
      of: 'by a token of another request',
      make: () => ({ body: { id: randomUUID(), token: 'x' } }),
      status: 404,
    },
  ],
  endWeek: () => {
    const id = randomUUID()
    return { body: { id, token: weekLinks.tokenOf('stop', id) } }
  },
  register: () => ({ body: { email: `${randomUUID()}@example.com`, password: 'a long walk', name: 'Rita' } }),
  login: async ({ test }) => {
    const { email, password } = await test.signIn()
    return { body: { email, password } }
  },
  // Let in, and then refused: what each of them needs to succeed is tested in second-factor.test.
  signInWithSecondFactor: { make: () => ({ body: { token: 'none', totp: '123456' } }), status: 401 },
  beginTotp: () => ({ body: {} }),
  confirmTotp: { make: () => ({ body: { code: '123456' } }), status: 403 },
  removeTotp: { make: () => ({ body: {} }), status: 404 },
  makeRecoveryCodes: { make: () => ({ body: {} }), status: 404 },
  resetUserSecondFactor: { make: async (world) => ({ ...(await somebody(world)), body: {} }), status: 404 },
  refresh: async ({ test }) => ({ body: { refresh_token: (await test.signIn()).refreshToken } }),
  logout: [
    {
      of: 'with a refresh token',
      make: async ({ test }) => ({ body: { refresh_token: (await test.signIn()).refreshToken } }),
    },
    { of: 'with one that never was', make: () => ({ body: { refresh_token: 'never was' } }) },
  ],
  // No provider is configured here: the call is let in and then not found.
  loginWithApple: { make: () => ({ body: { authorization_code: 'code' } }), status: 404 },
  loginWithGoogle: { make: () => ({ body: { code: 'code' } }), status: 404 },
  confirmEmail: async (world) => ({ body: { token: await linkOf(world, 'confirm') } }),
  requestPasswordReset: () => ({ body: { email: 'nobody@example.com' } }),
  validateResetToken: async (world) => ({ body: { token: await linkOf(world, 'reset') } }),
  confirmPasswordReset: async (world) => ({
    body: { token: await linkOf(world, 'reset'), new_password: 'a longer walk' },
  }),
  revokeResetToken: async (world) => ({ body: { token: await linkOf(world, 'reset') } }),
  updateProfile: () => ({ body: { name: 'Another Name' } }),
  changePassword: ({ owner }) => ({
    body: { old_password: owner.password, new_password: 'another long walk' },
  }),
  // Another account's session cannot be ended by the caller.
  endSession: {
    of: 'of another',
    make: async ({ test }) => ({ params: { id: await aSession(test) } }),
    status: 404,
  },
  setAppleDevice: () => ({ body: { device_id: randomUUID(), device_token: 'token' } }),
  listBackOfficeEvents: ({ owner }) => ({ query: { status: 'ON_REVIEW', tags: 'music', user_id: owner.id } }),
  listBackOfficeEventIds: () => ({
    query: { status: 'ON_REVIEW', person: 'ana', source: 'none', traits: 'no-photo', sort: 'soonest' },
  }),
  getBackOfficeEvent: [
    { of: 'published', make: aPublishedEvent },
    { of: 'on review', make: anEvent },
  ],
  reviewEvent: async (world) => ({
    ...(await anEvent(world)),
    body: { action: 'reject', reason: 'Too far away' },
  }),
  reviewEvents: async (world) => ({
    body: { action: 'approve', event_ids: [(await anEvent(world)).params.id] },
  }),
  undoReviews: async (world) => ({ body: { event_ids: [(await aPublishedEvent(world)).params.id] } }),
  setEventState: async (world) => ({ params: (await anEvent(world)).params, body: cancelled }),
  setDayState: async (world) => ({
    params: { ...(await anEvent(world)).params, day: '2026-06-20' },
    body: cancelled,
  }),
  createEvent: () => ({ body: update() }),
  updateEvent: async (world) => ({ ...(await aPublishedEvent(world)), body: update() }),
  deleteEvent: aPublishedEvent,
  deleteEvents: async (world) => ({ body: { event_ids: [(await anEvent(world)).params.id] } }),
  createTag: () => ({ body: { key: `tag-${randomUUID()}`, name: 'Sample' } }),
  renameTag: async (world) => ({ ...(await aTag(world)), body: { name: 'Renamed' } }),
  deleteTag: aTag,
  mergeTag: async (world) => ({
    ...(await aTag(world)),
    body: { into_id: (await aTag(world)).params.id },
  }),
  getPlace: aPlace,
  getOrganiser: anOrganiser,
  getUserOrganiser: anOrganiser,
  setUserOrganiser: async (world) => ({ ...(await somebody(world)), body: organiserPage() }),
  removeUserOrganiser: anOrganiser,
  mergePlace: async (world) => ({
    ...(await aPlace(world)),
    body: { into_slug: (await aPlace(world)).params.slug },
  }),
  previewImport: () => ({ body: { source: importedTable, defaults: importDefaults } }),
  runImport: () => ({
    body: { source: { id: randomUUID(), ...importedTable }, defaults: importDefaults, uids: [] },
  }),
  updateImportSource: async (world) => ({
    ...(await anImportSource(world)),
    body: { name: 'Surf club', defaults: importDefaults, is_nightly: false },
  }),
  dismissImportFindings: async (world) => ({ ...(await anImportSource(world)), body: { read_at: 0 } }),
  deleteImportSource: anImportSource,
  getUser: ({ owner }) => ({ params: { id: owner.id } }),
  changeRole: async (world) => ({ ...(await somebody(world)), body: { role: 'ADMIN' } }),
  suspendUser: somebody,
  reinstateUser: somebody,
  endUserSessions: somebody,
  endUserSession: async ({ test }) => {
    const { id } = await test.signIn()
    const [session] = await test.db.select().from(sessions).where(eq(sessions.userId, id))
    return { params: { id, session_id: session?.id ?? '' } }
  },
  sendUserPasswordReset: somebody,
  getPerson: ({ owner }) => ({ query: { who: owner.id } }),
  listAddresses: () => ({ query: { search: 'example' } }),
  exportPerson: ({ owner }) => ({ body: { who: owner.id } }),
  erasePerson: async ({ test }) => ({ body: { who: (await test.signIn()).id } }),
  removeWeekSubscriber: async ({ test }) => {
    const id = randomUUID()
    const confirmedAt = new Date(test.clock.nowMs())
    await test.db
      .insert(weekSubscribers)
      .values({ id, email: `${id}@example.com`, locale: 'en', confirmedAt })
    return { params: { id } }
  },
  retryJob: aGivenUpJob,
  previewWeekMail: () => ({ query: { locale: 'en' } }),
  sendWeekMailToMe: () => ({ body: { locale: 'en' } }),
  setContactFormDone: async (world) => ({ ...(await aContactForm(world)), body: { is_done: true } }),
  deleteContactForm: aContactForm,
  // The account has no password, and was not signed in by a provider.
  deleteAccount: { make: () => ({ body: {} }), status: 403 },
  getOwnEvent: { make: anEvent, thing: 'own-event.read' },
  subscribeToPush: async ({ test }) => ({ body: { ...aBrowser(), event_id: await submit(test) } }),
  setReminder: async (world) => {
    const { params } = await aPublishedEvent(world)
    return {
      body: { ...aBrowser(), event_id: params.id, day: '2026-06-20', before: ['hour', 'change'] },
    }
  },
  listReminders: () => ({ body: { endpoint: aBrowser().endpoint } }),
}

/** The valid calls of an endpoint, one or more. */
export function samplesOf(name: EndpointName): readonly EndpointSample[] {
  const samples = SAMPLES[name] ?? (() => ({}))
  if (typeof samples === 'function') return [{ make: samples }]
  return 'make' in samples ? [samples] : samples
}

async function aGivenUpJob({ test }: SampleWorld): Promise<Sample> {
  const id = randomUUID()
  const at = new Date(test.clock.nowMs())
  await test.db.insert(jobs).values({
    id,
    kind: 'push',
    dedupeKey: `push:${id}`,
    payload: { notificationId: id },
    runAt: at,
    createdAt: at,
    doneAt: at,
    lastError: 'Error',
  })
  return { params: { id } }
}

/** The address of a sample below `/api/v1`. */
export function samplePath(path: string, { params, query = {} }: Sample): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => params?.[name as keyof typeof params] ?? '')
  const search = new URLSearchParams(query).toString()
  return search === '' ? address : `${address}?${search}`
}
