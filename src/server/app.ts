import { constants } from 'node:zlib'
import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import Fastify, { type FastifyInstance } from 'fastify'
import cors from '@fastify/cors'
import underPressure from '@fastify/under-pressure'
import { ensureTemporal } from '@/domain/time/village-time'
import { createAccessTokens } from '@/server/http/auth/session'
import { createEventLinks, createWeekLinks } from '@/server/http/security/event-links'
import { createResponseCache, cachedFor, type ResponseCache } from '@/server/http/caching/response-cache'
import { apiDocs } from '@/server/http/docs/api-docs'
import { closeConnectionsOnClose, closingSignal, healthRoutes } from '@/server/http/routing/health'
import { keysFrom } from '@/server/http/auth/signed-token'
import { ApiError, clientErrorHandler, frameworkErrors, handleErrors } from '@/server/http/errors/errors'
import { type AppDeps, type Handlers, routesFromContract } from '@/server/http/routing/routes-from-contract'
import { trustedHops } from '@/server/http/limits/network-of'
import { createDiskReserve } from '@/server/http/limits/disk-reserve'
import { LIMITS, createLimiter } from '@/server/http/limits/limits'
import { REQUEST_ID_HEADER, nameRequests, requestOrigin } from '@/server/http/routing/request/request-source'
import { sendCached } from '@/server/http/routing/send-response'
import { BODY_BYTES, parseJsonBodies } from '@/server/http/bodies/request-bodies'
import { securityHeaders } from '@/server/http/security/security-headers'
import { createSecurityLog } from '@/server/http/security/security-log'
import { staticFiles } from '@/server/http/pages/static-files'
import { createPhotoAccess, photoFiles } from '@/server/http/photos/photo-files'
import { createMaintenance } from '@/server/jobs/maintenance'
import { createJobRunner, type JobKind } from '@/server/jobs/job-runner'
import { createPhotoUploads } from '@/server/http/photos/photo-uploads'
import type { Database } from '@/server/platform/database/client'
import { appleResponseRoute, providerHandlers } from '@/server/modules/auth/provider-routes'
import { createProgramme } from '@/server/platform/database/events/programme-in-memory'
import { calendarFileRoute, feedRoutes } from '@/server/modules/events/feeds/feed-routes'
import { cardRoutes } from '@/server/modules/events/card-routes'
import { embedRoute } from '@/server/modules/events/feeds/embed-route'
import { sitemapRoutes } from '@/server/modules/events/sitemap'
import { weekStopRoute, weekJobs, weekMailJobs } from '@/server/modules/events/week-mail'
import { API_PREFIX, WRITTEN_AGO_HEADER } from '@/contract/endpoint'
import { LANGUAGE_ROUTE, SETTINGS_PATH, pathBelow, settingsScript, type Settings } from '@/contract/settings'
import { decoded } from '@/domain/text/web-address'
import { cookieMaxAge, cookieName, toLocale } from '@/messages/compiled/runtime.js'
import { ENDPOINTS } from '@/contract/endpoints'
import type { AppOptions } from './app-options'
import { createCalendarReader, type SourceAccess } from '@/server/modules/import/read-source'
import { mailCountKey } from '@/server/jobs/mails/mail-limits'
import { mailJobs } from '@/server/jobs/mails/send-mail'
import { pushJobs, webPushJobs, pushHandlers } from '@/server/modules/push/routes'
import { activityHandlers } from '@/server/modules/activities/routes'
import { accountHandlers } from '@/server/modules/auth/account-routes'
import { confirmEmailHandlers } from '@/server/modules/auth/registrations'
import { secondFactorHandlers } from '@/server/modules/auth/second-factor'
import { sessionHandlers } from '@/server/modules/auth/sessions'
import { contactFormHandlers } from '@/server/modules/contact-forms/routes'
import { eventHandlers } from '@/server/modules/events/routes'
import { importHandlers, readAgain } from '@/server/modules/import/routes'
import { overviewHandlers } from '@/server/modules/overview/routes'
import { profileHandlers } from '@/server/modules/profile/routes'
import { tagHandlers } from '@/server/modules/tags/routes'
import { userHandlers } from '@/server/modules/users/routes'

const RESPONSE_CACHE_MS = 15_000
const IDLE_CONNECTION_MS = 60_000
/** The largest photo at 10 KB/s, half of what the outbox waits for: a server that hung up first would never get it. */
const REQUEST_TIMEOUT_MS = 25 * 60_000
const HEADERS_TIMEOUT_MS = 15_000
/** Loading the pages takes long on a machine that has much else to do. */
const START_TIMEOUT_MS = 60_000
/** The mean of a second. What a process holds does not go away when visitors are turned away, so memory is not measured. */
const MAX_EVENT_LOOP_DELAY_MS = 1000
/** It looks at every file. */
const PHOTO_BYTES_CACHED_MS = 60_000

export type App = Awaited<ReturnType<typeof buildApp>>

/** The whole server but for the port, the process and its environment. `server.close()` leaves database and mailer open. */
export async function buildApp(options: AppOptions) {
  await ensureTemporal()
  const { db, clock, config, log, clientDir, pages, storage } = options
  const server = Fastify({
    // A line for each response would be noise; errors are logged where they are handled, and Fastify's own logging of
    // each request would cost every cached response.
    logger: false,
    rewriteUrl: ({ url = '' }) => pathOfTarget(url),
    bodyLimit: BODY_BYTES,
    trustProxy: trustedHops(config.trustProxy),
    // A client's id could be anything, and a counter would say how busy we are.
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    frameworkErrors: frameworkErrors(log),
    clientErrorHandler,
    requestTimeout: REQUEST_TIMEOUT_MS,
    pluginTimeout: START_TIMEOUT_MS,
    // A connection that sends nothing, or its headers byte by byte, ends by itself. What else a flood of them takes, the proxy bounds.
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    // While closing, responses have the one shape like any other time, and end the connection (`closeConnectionsOnClose`).
    return503OnClosing: false,
    // A connection ends when no byte goes in either direction: a client that asks for a file and never reads it would
    // hold it for ever.
    connectionTimeout: IDLE_CONNECTION_MS,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
  })
  parseJsonBodies(server)

  const programme = createProgramme(db, clock)
  const responses = createResponseCache(clock, { maxAgeMs: options.responseCacheMs ?? RESPONSE_CACHE_MS })
  const closing = closingSignal(server)
  const reader = createCalendarReader(log, { closing, program: options.readingProgram })
  const sources = { reader, closing, allowsLoopback: config.importLoopback === true }
  const deriveKey = keysFrom(config.jwtSecret)
  const securityLog = createSecurityLog(log, clock, deriveKey)
  const photos = createPhotoUploads({ db, clock, ...storage })
  const photoAccess = createPhotoAccess(db, clock, deriveKey)
  const clearCaches = () => {
    programme.expire()
    responses.clear()
    photoAccess.clear()
  }
  const deps: AppDeps = {
    db,
    clock,
    photos,
    photoAccess,
    tokens: createAccessTokens(config.jwtSecret, clock),
    eventLinks: createEventLinks(deriveKey),
    weekLinks: createWeekLinks(deriveKey),
    responses,
    programme,
    clearCaches,
    disk: createDiskReserve({ space: options.diskSpace, reserveBytes: config.diskReserveBytes, clock, log }),
    photoBytes: cachedFor(clock, PHOTO_BYTES_CACHED_MS, async () =>
      (await storage.photos.list()).reduce((sum, { bytes }) => sum + bytes, 0),
    ),
    securityLog,
    deriveKey,
    minFillMs: config.settings.minFillMs,
  }
  const jobs = createJobRunner({ db, clock, log, kinds: jobKinds(deps, options, sources) })
  const { cards } = storage
  const maintenance = createMaintenance({ ...deps, log, cards, mailDir: options.mailDir, closing })

  nameRequests(server)
  // Loaded by who wants them.
  const metrics =
    options.pool &&
    (await import('@/server/http/metrics/metrics')).createMetrics(server, {
      db,
      pool: options.pool,
      responses,
    })
  handleErrors(server, log, securityLog, metrics)
  closeConnectionsOnClose(server, closing)
  // The headers come first: what a hook after them refuses has them too.
  securityHeaders(server, { ...config, clientDir })
  await allowOrigins(server, config.corsOrigins)
  if (options.shedsLoad !== false)
    await server.register(underPressure, { maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS })
  await apiDocs(server)
  await server.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    // Nobody compresses what they send to us; decompressing is a way to hang and to run out of memory.
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })

  healthRoutes(server, db, closing)
  const { publicOrigin } = config
  const readAs = routesFromContract(server, handlersOf(deps, options, sources), {
    ...deps,
    publicOrigin,
    requiresSecondFactor: config.requiresSecondFactor === true,
    countRequest: await createLimiter(server, { limits: options.limits ?? LIMITS, clock }),
  })
  const shown = { ...deps, publicOrigin }
  for (const addRoutes of [sitemapRoutes, calendarFileRoute, embedRoute, feedRoutes]) addRoutes(server, shown)
  cardRoutes(server, { ...deps, cards })
  weekStopRoute(server, deps)
  appleResponseRoute(server)
  languageRoute(server, { publicOrigin })
  settingsRoute(server, config.settings, responses)
  apiNotFound(server)
  photoFiles(server, photos.open, photoAccess)
  if (clientDir !== undefined) await staticFiles(server, clientDir)
  if (pages)
    await server.register((app) =>
      pages(app, { responses, readAs, clock, publicOrigin, settings: config.settings }),
    )

  server.addHook('onClose', async () => {
    await Promise.all([jobs.stop(), maintenance.settled()])
  })
  await server.ready()
  return { server, programme, clearCaches, jobs, maintenance, metrics }
}

const PREFLIGHT_SECONDS = 600

/** Closed unless `CORS_ORIGINS` names who may call from another site. */
async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      'accept-language',
      'authorization',
      'content-type',
      'idempotency-key',
      'if-none-match',
      WRITTEN_AGO_HEADER,
    ],
    exposedHeaders: ['etag', 'retry-after', REQUEST_ID_HEADER],
    maxAge: PREFLIGHT_SECONDS,
  })
}

/** The settings for the app shell and the service worker; pages that the server renders have them inline. */
function settingsRoute(app: FastifyInstance, settings: Settings, responses: ResponseCache): void {
  // Refusing it costs as much as sending it, and without it a new worker is not installed.
  const config = { pressureHandler: () => {} }
  app.get(SETTINGS_PATH, { config, compress: false }, async (request, reply) => {
    const script = await responses.getOrCompute('settings', async () => ({ text: settingsScript(settings) }))
    // Revalidated by every check for a new worker: a changed setting makes one.
    const kind = { type: 'text/javascript; charset=utf-8', cacheControl: 'no-cache' }
    return sendCached(request, reply, script, kind)
  })
}

/** Remembers the language in Paraglide's cookie and leads back to the page that the link was on. Unknown ones change nothing. */
function languageRoute(app: FastifyInstance, { publicOrigin }: { publicOrigin: string | undefined }): void {
  app.get<{ Params: { locale: string } }>(LANGUAGE_ROUTE, async (request, reply) => {
    const locale = toLocale(request.params.locale)
    if (locale !== undefined)
      reply.header('set-cookie', `${cookieName}=${locale}; Path=/; Max-Age=${cookieMaxAge}; SameSite=Lax`)
    const back = pathBelow(requestOrigin(request, publicOrigin), request.headers.referer)
    return reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }).redirect(back, 303)
  })
}

const PATHS = Object.values(ENDPOINTS).map(({ method, path }) => ({
  method: method as string,
  isLiteral: !path.includes('{'),
  pattern: new RegExp(`^${API_PREFIX}${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
}))

/** Responds to an address below /api that is no route: METHOD_NOT_ALLOWED where another method would be, else NOT_FOUND. */
function apiNotFound(app: FastifyInstance): void {
  app.all('/api/*', (request) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const matching = PATHS.filter(({ pattern }) => pattern.test(path))
    // `count-by-status` is no event: a path that is written out wins over one with a parameter.
    const literal = matching.filter(({ isLiteral }) => isLiteral)
    const allowed = (literal.length > 0 ? literal : matching).map(({ method }) => method)
    if (allowed.length === 0 || allowed.includes(request.method)) throw new ApiError('NOT_FOUND')
    throw new ApiError('METHOD_NOT_ALLOWED', { headers: { allow: [...new Set(allowed)].join(', ') } })
  })
}

/** Leads to the page for an unknown address. */
const NOWHERE = '/not-found'

/**
 * A target may name a whole address (RFC 9112, 3.2.2); its host is the sender's word and counts for nothing. There is no page of a path
 * whose percent-encoding is malformed; of the API it is refused by the router.
 */
export function pathOfTarget(target: string): string {
  const path = target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  if (!path.startsWith('/api/') && decoded(path.replace(/[?#].*/s, '')) === undefined) return NOWHERE
  return path.startsWith('?') || path === '' ? `/${path}` : path
}

/** One handler an endpoint, from the module of its noun. */
function handlersOf(
  deps: AppDeps,
  { identity = {}, webPush, config }: AppOptions,
  sources: SourceAccess,
): Handlers {
  return {
    ...eventHandlers(deps),
    ...uploadHandlers(deps),
    ...tagHandlers(deps),
    ...secondFactorHandlers(deps, { isRequired: config.requiresSecondFactor === true }),
    ...sessionHandlers(deps),
    ...accountHandlers(deps),
    ...confirmEmailHandlers(deps),
    ...providerHandlers(deps, identity),
    ...profileHandlers(deps),
    ...contactFormHandlers(deps),
    ...userHandlers(deps),
    ...activityHandlers(deps),
    ...overviewHandlers(deps),
    ...pushHandlers(deps, webPush),
    ...importHandlers(deps, sources),
  }
}

function uploadHandlers({ photos }: AppDeps): Pick<Handlers, 'uploadPhoto'> {
  return {
    uploadPhoto: async ({ params: { sha256 }, body, sender }) => {
      if (sender === undefined) throw new ApiError('MALFORMED_REQUEST')
      await photos.receive({ sha256, sender }, body)
      return { sha256, size_bytes: body.byteLength }
    },
  }
}

function jobKinds(
  { db, programme, eventLinks: links, weekLinks, deriveKey }: AppDeps,
  { mailer, config, log, push, webPush }: AppOptions,
  sources: SourceAccess,
): Record<string, JobKind> {
  const mailDeps = { db, mailer, origin: config.publicOrigin ?? config.mailOrigin, weekLinks }
  return {
    mail: mailJobs({ ...mailDeps, links, countKey: mailCountKey(deriveKey), log }),
    push: pushJobs({ db, push }),
    'web-push': webPushJobs({ db, webPush }),
    reading: nightlyReadings(db, sources),
    week: weekJobs({ db }),
    'week-mail': weekMailJobs({ ...mailDeps, programme }),
  }
}

/** A reading that a stop has cut short is due again after this, for another server or the next start. */
const CUT_SHORT_MS = 60_000

/** Reads a calendar as a person does: what is ticked is stored (`jobs/maintenance` enqueues it). */
function nightlyReadings(db: Database, access: SourceAccess): JobKind<{ source_id: string }> {
  return {
    async run({ payload: { source_id: id }, now }) {
      const later = { until: new Date(now.getTime() + CUT_SHORT_MS) }
      if (access.closing.aborted) return later
      try {
        await readAgain(db, id, { ...access, nowSeconds: Math.floor(now.getTime() / 1000) })
      } catch (error) {
        // A reading that a stop has cut short says nothing about the calendar.
        if (access.closing.aborted) return later
        throw error
      }
    },
  }
}
