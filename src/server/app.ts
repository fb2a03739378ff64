import compress from '@fastify/compress'
import Fastify from 'fastify'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { constants } from 'node:zlib'
import { ensureTemporal } from '@/domain/temporal'
import type { Config } from './config/read-config'
import type { Database } from './database/client'
import { createAccessTokens } from './http/access-token'
import { ResponseCache } from './http/response-cache'
import { apiDocs } from './http/api-docs'
import { apiNotFound } from './http/api-not-found'
import type { Clock } from './http/clock'
import { closeConnectionsOnClose } from './http/closing'
import { allowOrigins } from './http/cors'
import { acceptEmptyJson } from './http/empty-json'
import { clientErrorHandler, frameworkErrors, handleErrors } from './http/errors'
import type { AppParts, Handlers } from './http/handlers'
import { healthRoutes } from './http/health'
import { LIMITS, createLimits } from './http/limits'
import type { Limits } from './http/limits'
import { shedLoad } from './http/load-shedding'
import { pathOfTarget } from './http/request-target'
import { routesFromContract } from './http/routes-from-contract'
import { PHOTO_BODY_BYTES } from './http/large-bodies'
import { dropSlowBodies, longestBodyMs } from './http/slow-bodies'
import { securityHeaders } from './http/security-headers'
import { staticFiles } from './http/static-files'
import type { SignInProviders } from './identity/identity-provider'
import { createMaintenance } from './jobs/maintenance'
import type { Maintenance } from './jobs/maintenance'
import { createJobRunner } from './jobs/job-runner'
import type { JobRunner } from './jobs/job-runner'
import { mailJobs } from './jobs/send-mail'
import { pushJobs } from './jobs/send-push'
import type { Mailer } from './mail/mailer'
import { createPhotoUploads } from './http/photo-uploads'
import type { PhotoStore } from './photos/store'
import type { PushSender } from './push/push-sender'
import { accountHandlers } from './resources/auth/account-routes'
import { providerHandlers } from './resources/auth/provider-routes'
import { authHandlers } from './resources/auth/routes'
import { contactFormHandlers } from './resources/contact-forms/routes'
import { deviceHandlers } from './resources/devices/routes'
import { eventHandlers } from './resources/events/routes'
import { sitemapRoutes } from './resources/events/sitemap'
import { notificationHandlers } from './resources/notifications/routes'
import { profileHandlers } from './resources/profile/routes'
import { tagHandlers } from './resources/tags/routes'
import { userHandlers } from './resources/users/routes'

const RESPONSE_CACHE_MS = 15_000

export interface AppOptions {
  db: Database
  clock: Clock
  mailer: Mailer
  photos: PhotoStore
  config: Pick<Config, 'publicOrigin' | 'apiOrigin' | 'corsOrigins' | 'trustProxy' | 'hasMapsKey'> & {
    jwtSecret: string
    /** Of links in mails, where there is no request to take it from. */
    mailOrigin: string
  }
  /** Sign-in by provider: those that are configured. */
  identity?: SignInProviders
  /** Without it notifications are stored and not sent. */
  push?: PushSender | undefined
  log: FastifyBaseLogger
  /** The built client. */
  clientDir?: string
  /** Renders the pages of everything that is neither a file nor a call; without it those are NOT_FOUND. */
  pages?: (app: FastifyInstance) => Promise<void>
  limits?: Limits
  /** How long a response is cached; 0: not at all. */
  responseCacheMs?: number
  /** Off in tests: a slow machine is no reason to refuse there. */
  shedsLoad?: boolean
}

export interface App {
  server: FastifyInstance
  jobs: JobRunner
  maintenance: Maintenance
}

/** The whole server but for the port, the process and its environment. `server.close()` leaves database and mailer open. */
export async function buildApp(options: AppOptions): Promise<App> {
  await ensureTemporal()
  const { db, clock, mailer, config, log, clientDir, pages } = options
  const server = Fastify({
    // A line for each response would be noise; errors are logged where they are handled, and Fastify's own logging of
    // each request would cost every cached response.
    logger: false,
    rewriteUrl: ({ url = '' }) => pathOfTarget(url),
    trustProxy: trustedHops(config.trustProxy),
    frameworkErrors: frameworkErrors(log),
    clientErrorHandler,
    // Of a whole request. What is too slow goes earlier (slow-bodies).
    requestTimeout: longestBodyMs(PHOTO_BODY_BYTES),
    // While closing, responses have the one shape like any other time, and end the connection (closing).
    return503OnClosing: false,
    connectionTimeout: 0,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
  })
  server.removeContentTypeParser('text/plain')
  acceptEmptyJson(server)
  dropSlowBodies(server)

  const responses = new ResponseCache(clock, options.responseCacheMs ?? RESPONSE_CACHE_MS)
  const photos = createPhotoUploads(db, options.photos)
  const jobs = createJobRunner({
    db,
    clock,
    log,
    kinds: {
      mail: mailJobs({ db, mailer, origin: config.publicOrigin ?? config.mailOrigin }),
      push: pushJobs({ db, push: options.push }),
    },
  })
  const maintenance = createMaintenance({ db, clock, log, responses, photos })
  const tokens = createAccessTokens(config.jwtSecret, clock)
  const parts: AppParts = { db, clock, photos, tokens, responses, notifyWorkers: jobs.notify }

  handleErrors(server, log)
  closeConnectionsOnClose(server)
  await securityHeaders(server, { ...config, maps: config.hasMapsKey, clientDir })
  await allowOrigins(server, config.corsOrigins)
  if (options.shedsLoad !== false) await shedLoad(server, log)
  await apiDocs(server)
  await server.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    // Nobody compresses what they send to us; decompressing is a way to hang and to run out of memory.
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })

  healthRoutes(server, db)
  const count = await createLimits(server, options.limits ?? LIMITS)
  routesFromContract(server, handlersOf(parts, options.identity ?? {}), {
    ...parts,
    publicOrigin: config.publicOrigin,
    count,
  })
  sitemapRoutes(server, { db, clock, publicOrigin: config.publicOrigin })
  apiNotFound(server)
  await staticFiles(server, { clientDir, photoFile: photos.file })
  if (pages) await server.register(pages)

  server.addHook('onClose', async () => {
    await jobs.stop()
    await maintenance.stop()
  })
  await server.ready()
  return { server, jobs, maintenance }
}

function handlersOf(parts: AppParts, identity: SignInProviders): Handlers {
  return {
    ...eventHandlers(parts),
    ...tagHandlers(parts),
    ...authHandlers(parts),
    ...accountHandlers(parts),
    ...providerHandlers(parts, identity),
    ...profileHandlers(parts),
    ...contactFormHandlers(parts),
    ...userHandlers(parts),
    ...deviceHandlers(parts),
    ...notificationHandlers(parts),
  }
}

/** A number means: so many proxies in front of us are believed. */
function trustedHops(trust: boolean | number | string) {
  return typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : trust
}
