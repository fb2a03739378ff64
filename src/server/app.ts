import compress from '@fastify/compress'
import Fastify from 'fastify'
import { constants } from 'node:zlib'
import { ensureTemporal } from '@/domain/time/temporal'
import { createAccessTokens } from './http/auth/access-token'
import { createEventLinks } from './http/security/event-links'
import { createWeekLinks } from './http/security/week-links'
import { ResponseCache } from './http/caching/response-cache'
import { apiDocs } from './http/docs/api-docs'
import { apiNotFound } from './http/errors/api-not-found'
import { closeConnectionsOnClose, closingSignal } from './http/routing/closing'
import { limitConnections } from './http/load-shedding/connections'
import { allowOrigins } from './http/routing/cors'
import { keysFrom } from './http/auth/derived-key'
import { clientErrorHandler, frameworkErrors, handleErrors } from './http/errors/errors'
import type { AppDeps } from './http/routing/handlers'
import { healthRoutes } from './http/routing/health'
import { READS, createFairLimit } from './http/load-shedding/fair-limit'
import { createRequestLimiter } from './http/limits/request-limiter'
import { refuseNonAddresses, trustedHops } from './http/limits/client-address'
import { createDeviceCookies } from './http/limits/device-cookie'
import { createDiskReserve } from './http/limits/disk-reserve'
import { createFormTokens } from './http/limits/sender-proof/form-token'
import { LIMITS } from './http/limits/limits'
import { shedLoad } from './http/load-shedding/load-shedding'
import { createProofOfWork } from './http/limits/sender-proof/proof-of-work'
import { nameRequests, newRequestId } from './http/routing/request/request-id'
import { pathOfTarget, refuseSeveralHosts } from './http/routing/request/request-target'
import { routesFromContract } from './http/routing/routes-from-contract'
import { parseJsonBodies } from './http/bodies/json-bodies'
import { BODY_BYTES, LargeBodies, PHOTO_BODY_BYTES } from './http/bodies/large-bodies'
import { dropSlowBodies, longestBodyMs } from './http/bodies/slow-bodies'
import { drainUnreadBodies } from './http/bodies/unread-bodies'
import { securityHeaders } from './http/security/security-headers'
import { createSecurityLog } from './http/security/security-log'
import { languageRoute } from './http/routing/language-route'
import { settingsRoute } from './http/routing/settings-route'
import { staticFiles } from './http/pages/static-files'
import { createOwnCounts } from './http/limits/counters/window-counts'
import { createSharedCounts } from './http/limits/counters/shared-counts'
import { createStorage } from './http/photos/storage'
import { createPhotoQuota } from './http/limits/unreviewed-photos'
import { createSourceReader } from './modules/import/source/source-reader'
import { createMaintenance } from './jobs/maintenance'
import { createJobRunner } from './jobs/job-runner'
import { createPhotoAccess } from './http/photos/photo-access'
import { createPhotoUploads } from './http/photos/photo-uploads'
import { diskUploadFiles } from './http/photos/upload-files'
import { openWaitingUploads } from './http/photos/waiting-uploads'
import { createCardRenderer } from './platform/cards/card-renderer'
import { createPhotoRenderer } from './platform/photos/photo-renderer'
import { appleResponseRoute } from './modules/auth/apple-response'
import { calendarFileRoute } from './modules/events/feeds/calendar-files'
import { cardRoutes } from './modules/events/cards/card-routes'
import { embedRoute } from './modules/events/feeds/embed-route'
import { feedRoutes } from './modules/events/feeds/feed-routes'
import { sitemapRoutes } from './modules/events/sitemap'
import { weekStopRoute } from './modules/events/week-mail/stop-route'
import type { App, AppOptions } from './app-options'
import { handlersOf } from './handlers'
import { jobKinds } from './job-kinds'

const RESPONSE_CACHE_MS = 15_000
const IDLE_CONNECTION_MS = 60_000

/** The whole server but for the port, the process and its environment. `server.close()` leaves database and mailer open. */
export async function buildApp(options: AppOptions): Promise<App> {
  await ensureTemporal()
  const { db, clock, config, log, clientDir, pages, uploadsDir } = options
  const uploads = await openWaitingUploads({
    dir: uploadsDir,
    files: options.uploadFiles ?? diskUploadFiles(uploadsDir, clock),
    clock,
    log,
  })
  const server = Fastify({
    // A line for each response would be noise; errors are logged where they are handled, and Fastify's own logging of
    // each request would cost every cached response.
    logger: false,
    rewriteUrl: ({ url = '' }) => pathOfTarget(url),
    bodyLimit: BODY_BYTES,
    trustProxy: trustedHops(config.trustProxy),
    genReqId: newRequestId,
    requestIdHeader: false,
    frameworkErrors: frameworkErrors(log),
    clientErrorHandler,
    // The timeout of a whole request. A body that is too slow ends earlier (slow-bodies).
    requestTimeout: longestBodyMs(PHOTO_BODY_BYTES),
    // While closing, responses have the one shape like any other time, and end the connection (closing).
    return503OnClosing: false,
    // A connection ends when no byte goes in either direction: a client that asks for a file and never reads it would
    // hold it for ever.
    connectionTimeout: IDLE_CONNECTION_MS,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
  })
  limitConnections(server, config.trustProxy)
  server.removeContentTypeParser('text/plain')
  const largeBodies = new LargeBodies()
  parseJsonBodies(server, { largeBodies, uploadsDir })
  server.addHook('preClose', async () => largeBodies.close())
  dropSlowBodies(server)
  drainUnreadBodies(server)

  const responses = new ResponseCache(clock, options.responseCacheMs ?? RESPONSE_CACHE_MS)
  const renderer = createPhotoRenderer(log)
  const cards = createCardRenderer(log)
  const closing = closingSignal(server)
  const reader = createSourceReader(log)
  // The reader stops before what is in flight is waited for: a calendar may take longer than a stop.
  server.addHook('preClose', () => reader.stop())
  const photos = createPhotoUploads(db, options.photos, renderer, uploads)
  const deriveKey = keysFrom(config.jwtSecret)
  const eventLinks = createEventLinks(deriveKey)
  const weekLinks = createWeekLinks(deriveKey)
  const sources = { reader, closing, allowsLoopback: config.importLoopback === true }
  const maintenance = createMaintenance({
    db,
    clock,
    log,
    responses,
    photos,
    uploads,
    sharesPhotos: options.uploadFiles !== undefined,
    mailDir: options.mailDir,
    closing,
  })
  const jobs = createJobRunner({
    db,
    clock,
    log,
    kinds: jobKinds({ ...options, eventLinks, weekLinks, deriveKey, maintenance, sources }),
  })
  const tokens = createAccessTokens(config.jwtSecret, clock)
  const securityLog = createSecurityLog(log, clock, deriveKey)
  const formTokens = createFormTokens(deriveKey, clock)
  const photoAccess = createPhotoAccess(db, clock, deriveKey)
  const deps: AppDeps = {
    db,
    clock,
    photos,
    uploads,
    photoAccess,
    tokens,
    formTokens,
    eventLinks,
    weekLinks,
    responses,
    storage: createStorage({
      photos: options.photos,
      space: options.diskSpace,
      reserveBytes: config.diskReserveBytes,
      clock,
    }),
    securityLog,
    deriveKey,
    minFillMs: config.settings.minFillMs,
    notifyWorkers: jobs.notify,
  }

  nameRequests(server)
  handleErrors(server, log, securityLog, options.metrics)
  options.metrics?.measure(server, { db, responses, photosInWork: () => renderer.inWork() })
  closeConnectionsOnClose(server)
  // The headers come first: what a hook after them refuses has them too.
  await securityHeaders(server, { ...config, clientDir })
  refuseNonAddresses(server, config.trustProxy)
  refuseSeveralHosts(server)
  await allowOrigins(server, config.corsOrigins)
  if (options.shedsLoad !== false) await shedLoad(server, { log, clock })
  await apiDocs(server)
  await server.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    // Nobody compresses what they send to us; decompressing is a way to hang and to run out of memory.
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })

  const { drain } = healthRoutes(server, db)
  const limitReads = createFairLimit(READS)
  const { publicOrigin } = config
  const assertRoom = createDiskReserve({
    space: options.diskSpace,
    reserveBytes: config.diskReserveBytes,
    clock,
    log,
  })
  const checkLimits = createRequestLimiter({
    db,
    counts: options.sharesLimits === true ? createSharedCounts({ db, clock }) : createOwnCounts(clock),
    formTokens,
    minFillMs: config.settings.minFillMs,
    limits: options.limits ?? LIMITS,
    devices: await createDeviceCookies(server, { deriveKey, publicOrigin, clock }),
    proofs: createProofOfWork(deriveKey, clock),
    assertRoom,
    photoQuota: createPhotoQuota(db, options.maxUnreviewedPhotos),
    ...(options.pause && { pause: options.pause }),
  })
  routesFromContract(server, handlersOf(deps, { ...options, sources }), {
    ...deps,
    publicOrigin: config.publicOrigin,
    requiresSecondFactor: config.requiresSecondFactor === true,
    checkLimits,
    assertRoom,
    largeBodies,
    limitReads,
  })
  sitemapRoutes(server, { db, responses, clock, publicOrigin, limitReads })
  calendarFileRoute(server, { db, responses, clock, publicOrigin, limitReads })
  embedRoute(server, { db, responses, clock, publicOrigin, limitReads })
  cardRoutes(server, { db, clock, cards, limitReads })
  feedRoutes(server, { db, responses, clock, publicOrigin, limitReads })
  weekStopRoute(server, { db, weekLinks, securityLog, limitReads })
  appleResponseRoute(server)
  languageRoute(server, { publicOrigin })
  settingsRoute(server, config.settings)
  apiNotFound(server)
  await staticFiles(server, { clientDir, openPhoto: photos.open, photoAccess })
  if (pages) await server.register((app) => pages(app, responses))

  server.addHook('onClose', async () => {
    await Promise.all([jobs.stop(), maintenance.stop()])
    await Promise.all([renderer.stop(), cards.stop()])
  })
  await server.ready()
  const clearCaches = () => {
    responses.clear()
    photoAccess.clear()
  }
  return { server, clearCaches, drain, jobs, maintenance }
}
