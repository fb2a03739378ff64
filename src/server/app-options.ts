import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Config } from '@/server/config/read-config'
import type { Database } from '@/server/platform/database/client'
import type { PageServices } from '@/server/http/pages/pages'
import type { Clock } from '@/server/platform/process/clock'
import type { DiskSpace } from '@/server/http/limits/disk-reserve'
import type { Limit } from '@/server/http/limits/limits'
import type { SignInProviders } from '@/server/identity/sign-in-providers'
import type { Mailer } from '@/server/platform/mail/mailer'
import type { PhotoStorage } from '@/server/platform/photos/stores/s3-store'
import type { PushSender } from '@/server/platform/push/apple-push'
import type { WebPushSender } from '@/server/platform/push/web-push'

export interface AppOptions {
  db: Database
  clock: Clock
  mailer: Mailer
  storage: PhotoStorage
  /** The folder in which mails are written when there is no SMTP, and purged whether or not there is. */
  mailDir: string
  config: Pick<Config, 'publicOrigin' | 'corsOrigins' | 'trustProxy' | 'settings'> &
    Partial<Pick<Config, 'diskReserveBytes' | 'requiresSecondFactor' | 'importLoopback'>> & {
      jwtSecret: string
      /** The origin of links in mails, where there is no request to take it from. */
      mailOrigin: string
    }
  identity?: SignInProviders
  push?: PushSender | undefined
  webPush: WebPushSender
  log: FastifyBaseLogger
  clientDir?: string
  /** Renders the pages of everything that is neither a file nor a call; without it those are NOT_FOUND. */
  pages?: (app: FastifyInstance, given: PageServices) => Promise<void>
  limits?: readonly Limit[]
  /** The space of the file system of DATA_DIR; without it nothing is refused for want of room. */
  diskSpace?: () => Promise<DiskSpace>
  /** The connections of `db`, given where the server is measured. */
  pool?: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'> | undefined
  /** How long a response is cached; 0: not at all. */
  responseCacheMs?: number
  /** The program of the thread that reads calendars, in one file; given by tests, which have it bundled. */
  readingProgram?: URL
  /** False in tests: a slow machine is no reason to refuse there. */
  shedsLoad?: boolean
}
