import { ApiError } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import type { SourceAccess } from '@/server/modules/import/preview-import'
import { activityHandlers } from '@/server/modules/activities/routes'
import { accountHandlers, deleteAccountHandlers } from '@/server/modules/auth/account-routes'
import { confirmEmailHandlers } from '@/server/modules/auth/registrations'
import { providerHandlers } from '@/server/modules/auth/provider-routes'
import { secondFactorSetupHandlers } from '@/server/modules/auth/second-factor/second-factor-setup'
import { secondFactorSignInHandlers } from '@/server/modules/auth/second-factor/second-factor-sign-in'
import { sessionHandlers } from '@/server/modules/auth/sessions'
import { signInHandlers } from '@/server/modules/auth/sign-in'
import { contactFormHandlers } from '@/server/modules/contact-forms/routes'
import { eventHandlers } from '@/server/modules/events/routes'
import { importHandlers } from '@/server/modules/import/routes'
import { jobHandlers, overviewHandlers } from '@/server/modules/overview/routes'
import { profileHandlers } from '@/server/modules/profile/routes'
import { deviceHandlers, notificationHandlers } from '@/server/modules/push/devices'
import { pushHandlers } from '@/server/modules/push/routes'
import { tagHandlers } from '@/server/modules/tags/routes'
import { userHandlers } from '@/server/modules/users/routes'
import type { AppOptions } from './app-options'

/** One handler an endpoint, from the module of its noun. */
export function handlersOf(
  deps: AppDeps,
  {
    identity = {},
    webPush,
    config,
    sources,
  }: Pick<AppOptions, 'identity' | 'webPush' | 'config'> & { sources: SourceAccess },
): Handlers {
  return {
    ...eventHandlers(deps),
    ...uploadHandlers(deps),
    ...tagHandlers(deps),
    ...signInHandlers(deps),
    ...secondFactorSignInHandlers(deps),
    ...secondFactorSetupHandlers(deps, { isRequired: config.requiresSecondFactor === true }),
    ...sessionHandlers(deps),
    ...accountHandlers(deps),
    ...confirmEmailHandlers(deps),
    ...deleteAccountHandlers(deps),
    ...providerHandlers(deps, identity),
    ...profileHandlers(deps),
    ...contactFormHandlers(deps),
    ...userHandlers(deps),
    ...activityHandlers(deps),
    ...overviewHandlers(deps),
    ...jobHandlers(deps),
    ...deviceHandlers(deps),
    ...notificationHandlers(deps),
    ...pushHandlers(deps, webPush),
    ...importHandlers(deps, sources),
  }
}

function uploadHandlers({ uploads }: AppDeps): Pick<Handlers, 'uploadPhoto'> {
  return {
    uploadPhoto: async ({ params: { sha256 }, body, sender }) => {
      if (sender === undefined) throw new ApiError('MALFORMED_REQUEST')
      return { sha256, size_bytes: await uploads.receive({ sha256, sender }, body) }
    },
  }
}
