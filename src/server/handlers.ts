import type { AppOptions } from './app-options'
import type { AppDeps, Handlers } from './http/routing/handlers'
import type { SourceAccess } from './modules/import/preview-import'
import { activityHandlers } from './modules/activities/routes'
import { accountHandlers } from './modules/auth/account-routes'
import { deleteAccountHandlers } from './modules/auth/delete-account'
import { confirmEmailHandlers } from './modules/auth/confirm-email'
import { providerHandlers } from './modules/auth/provider-routes'
import { authHandlers } from './modules/auth/routes'
import { secondFactorSetupHandlers } from './modules/auth/second-factor/second-factor-setup'
import { secondFactorSignInHandlers } from './modules/auth/second-factor/second-factor-sign-in'
import { sessionHandlers } from './modules/auth/session-routes'
import { contactFormHandlers } from './modules/contact-forms/routes'
import { deviceHandlers } from './modules/devices/routes'
import { eventHandlers } from './modules/events/routes'
import { formTokenHandlers } from './modules/form-tokens/routes'
import { importHandlers } from './modules/import/routes'
import { jobHandlers } from './modules/jobs/routes'
import { notificationHandlers } from './modules/notifications/routes'
import { overviewHandlers } from './modules/overview/routes'
import { savedHandlers } from './modules/saved/routes'
import { profileHandlers } from './modules/profile/routes'
import { pushHandlers } from './modules/push/routes'
import { tagHandlers } from './modules/tags/routes'
import { uploadHandlers } from './modules/uploads/routes'
import { userHandlers } from './modules/users/routes'

/** The handler of each call of the contract. */
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
    ...formTokenHandlers(deps),
    ...uploadHandlers(deps),
    ...tagHandlers(deps),
    ...authHandlers(deps),
    ...secondFactorSignInHandlers(deps),
    ...secondFactorSetupHandlers(deps, { isRequired: config.requiresSecondFactor === true }),
    ...sessionHandlers(deps),
    ...accountHandlers(deps),
    ...confirmEmailHandlers(deps),
    ...deleteAccountHandlers(deps),
    ...providerHandlers(deps, identity),
    ...profileHandlers(deps),
    ...savedHandlers(deps),
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
