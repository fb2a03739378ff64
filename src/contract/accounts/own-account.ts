import * as z from 'zod/mini'
import { ACTIVITY_ACTIONS } from '@/domain/staff/activity'
import { PASSWORD_MAX } from '@/domain/accounts/password'
import { activityDetails } from '@/contract/back-office/back-office-activities'
import { backOfficeOrganiserSchema } from '@/contract/back-office/back-office-organisers'
import { defineEndpoint } from '../endpoint'
import { emptyReply, epochSeconds } from '../envelope'
import { ownSubmissionSchema } from './own-events'
import { profileSchema } from './profile'
import { savedTapSchema } from './saved-events'
import { secondFactorSchema } from './second-factor-setup'
import { ownSessionSchema } from './sessions'
import { reminderSchema } from './reminders'

/** A sign-in with a provider counts as fresh for this long: it may stand in for a password. */
export const FRESH_SIGN_IN_SECONDS = 5 * 60

const timed = { created_at: epochSeconds }

export const exportAccount = defineEndpoint({
  name: 'exportAccount',
  method: 'GET',
  path: '/profile/export',
  summary:
    'Everything that is stored about the current user. Photos of the events are fetched one by one (`/my-events/{id}/photo`).',
  permission: 'profile.manage',
  auth: 'required',
  reply: z.object({
    exported_at: epochSeconds,
    profile: profileSchema,
    sessions: z.array(ownSessionSchema),
    events: z.array(ownSubmissionSchema),
    devices: z.array(z.object({ device_id: z.string(), ...timed })),
    notifications: z.array(z.object({ title: z.string(), body: z.string(), ...timed })),
    support_messages: z.array(
      z.object({
        first_name: z.string(),
        last_name: z.string(),
        email: z.string(),
        topic: z.string(),
        message: z.string(),
        ...timed,
      }),
    ),
    /** The activity log of an administrator; it identifies other people only by their ids. */
    activities: z.array(
      z.object({
        action: z.enum(ACTIVITY_ACTIONS),
        subject_id: z.string(),
        /** Title or name at the time; of people none. */
        subject_label: z.optional(z.string()),
        details: activityDetails,
        ...timed,
      }),
    ),
    /** The changes that administrators made to this account, without the name of the administrator. */
    account_changes: z.array(z.object({ action: z.enum(ACTIVITY_ACTIONS), ...timed })),
    saved_events: z.array(savedTapSchema),
    /** The second factors of an administrator; absent without any. */
    second_factors: z.optional(
      z.pick(secondFactorSchema, { totp: true, passkeys: true, recovery_codes_left: true }),
    ),
    /** The page that staff has made of the account as an organiser; absent without one. */
    organiser: z.optional(z.omit(backOfficeOrganiserSchema, { revision: true })),
    /** Browsers that are signed in, with the dates that each is reminded of. */
    push_subscriptions: z.array(
      z.object({ endpoint: z.string(), reminders: z.array(reminderSchema), ...timed }),
    ),
    /** The week by mail to the account's address, while it is confirmed. */
    week_mail: z.optional(
      z.object({ locale: z.string(), tag_keys: z.array(z.string()), confirmed_at: epochSeconds }),
    ),
  }),
  status: 200,
  errors: ['UNAUTHENTICATED', 'TOO_MANY_REQUESTS'],
})
export type AccountExport = z.infer<typeof exportAccount.reply>

export const deleteAccount = defineEndpoint({
  name: 'deleteAccount',
  method: 'POST',
  path: '/profile/delete',
  summary:
    'Delete the current user’s account: with its password, or without one in a session that a provider opened minutes ago. Published events stay, without owner and address; others go.',
  permission: 'profile.manage',
  auth: 'required',
  body: z.strictObject({
    password: z.optional(
      z.string('required').check(z.minLength(1, 'required'), z.maxLength(PASSWORD_MAX, 'password_too_long')),
    ),
  }),
  reply: emptyReply,
  status: 200,
  errors: [
    'UNAUTHENTICATED',
    'REAUTHENTICATION_REQUIRED',
    'MALFORMED_REQUEST',
    'VALIDATION_FAILED',
    'CONFLICT',
    'TOO_MANY_REQUESTS',
  ],
})
