// Rate limits: how often each call may be made, and what happens beyond that.

import type { EndpointName } from '@/contract/endpoints'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const QUARTER_MS = 15 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * The subjects that requests are counted by. `network`: the caller's, and with higher limits the wider ones that it is in; `email`: the one in
 * the body; `email and network`: that email as long as it comes from one network; `device`: the browser that has signed in to that
 * account before; `everyone`: all of them together.
 */
type CountedBy = 'network' | 'account' | 'email' | 'email and network' | 'device' | 'everyone'

/**
 * The clients that a limit is for. `visitors`: clients without a token of an account; `tokenless`: visitors without a
 * form token that is old enough to have been filled in; `newcomers`: visitors whose form token is younger than an hour;
 * `new devices`: clients without the device cookie of the account in the body; `known devices`: clients with it;
 * `unknown`: clients whose token turned out to be nobody's, so that it counts after the lookup, and never refuses who
 * has a good one.
 */
type Group = 'visitors' | 'accounts' | 'tokenless' | 'newcomers' | 'new devices' | 'known devices' | 'unknown'

export interface Limit {
  by: CountedBy
  of?: Group
  max: number
  windowMs: number
  /** Default: refused. A proof of work is harder the further beyond. */
  beyond?: 'refuse' | 'proof'
  isNarrow?: boolean
  beyondWider?: readonly ['refuse' | 'proof', 'refuse' | 'proof']
  /** Whether each request beyond it also waits a little longer than the one before. */
  slows?: boolean
}

export type Limits = Partial<Record<EndpointName, readonly Limit[]>>

/** /24 or /48 (an office, a provider's customer), then /32 of IPv6 (a provider): who moves about in many networks meets them. */
export const WIDER_NETWORKS = [1, 4, 20] as const

/** A network may be a whole hostel's, so its limits are wide, and what a provider's customers share asks for work instead of refusing. */
const WIDE = { beyondWider: ['refuse', 'proof'] } as const

/** These calls cannot be used to guess anything: the neighbours of somebody who tries are left alone. */
const NARROW = { isNarrow: true } as const

const SUBMITTING: readonly Limit[] = [
  { by: 'network', of: 'visitors', max: 40, windowMs: HOUR_MS, ...WIDE },
  { by: 'network', of: 'tokenless', max: 5, windowMs: HOUR_MS, ...WIDE },
  { by: 'network', of: 'accounts', max: 120, windowMs: HOUR_MS, ...WIDE },
  // Five times what a busy day brings, in one hour: somebody's script, most likely.
  { by: 'everyone', of: 'newcomers', max: 100, windowMs: HOUR_MS, beyond: 'proof' },
  // This is as much as reviewers can still tell apart, and a few megabytes of rows; outboxes keep the rest until tomorrow. Devices that
  // are known for longer have a share that newcomers cannot use up; who has collected tokens for that has to work, too.
  { by: 'everyone', of: 'visitors', max: 200, windowMs: HOUR_MS, beyond: 'proof' },
  { by: 'everyone', of: 'newcomers', max: 400, windowMs: HOUR_MS },
  { by: 'everyone', of: 'newcomers', max: 1500, windowMs: DAY_MS },
  { by: 'everyone', of: 'visitors', max: 800, windowMs: HOUR_MS },
  { by: 'everyone', of: 'visitors', max: 2500, windowMs: DAY_MS },
  // Somebody with many mailboxes has many accounts.
  { by: 'everyone', of: 'accounts', max: 400, windowMs: HOUR_MS },
  { by: 'everyone', of: 'accounts', max: 1500, windowMs: DAY_MS },
]

/** Limits of each call that sends a mail to an address which nobody has confirmed yet. */
const MAILING_ANYBODY: readonly Limit[] = [
  { by: 'network', max: 20, windowMs: HOUR_MS, ...WIDE },
  { by: 'email and network', max: 5, windowMs: HOUR_MS },
  { by: 'email', max: 5, windowMs: HOUR_MS, beyond: 'proof' },
  // Each is a mail to an address that may be anybody's, from however many networks: a mailbox that sends so many is soon
  // believed by nobody. A village opens a few accounts a day.
  { by: 'everyone', max: 60, windowMs: HOUR_MS, beyond: 'proof' },
  { by: 'everyone', max: 600, windowMs: HOUR_MS },
]

/** Open submission without a captcha (rules 5): they bound anonymous clients, a village submits some twenty events a day. */
export const LIMITS: Limits = {
  issueFormToken: [{ by: 'network', max: 240, windowMs: HOUR_MS, ...NARROW }],
  submitEvent: [
    ...SUBMITTING,
    { by: 'account', max: 30, windowMs: HOUR_MS },
    // They are not refused: an address can be typed by anybody.
    { by: 'email', of: 'visitors', max: 30, windowMs: HOUR_MS, beyond: 'proof' },
  ],
  // A token of 256 bits is not guessed; each counts so that nobody tries, or floods a reviewer with versions.
  readManagedEvent: [{ by: 'network', max: 120, windowMs: HOUR_MS, ...WIDE }],
  updateManagedEvent: [{ by: 'network', max: 30, windowMs: HOUR_MS, ...WIDE }],
  setManagedState: [{ by: 'network', max: 60, windowMs: HOUR_MS, ...WIDE }],
  // Each may be a mail to the address. How many are sent is bounded where they are written.
  requestManageLink: [
    { by: 'network', max: 20, windowMs: HOUR_MS, ...WIDE },
    { by: 'email and network', max: 5, windowMs: HOUR_MS },
    { by: 'email', max: 5, windowMs: HOUR_MS, beyond: 'proof' },
  ],
  // Uploads that are left without being named are bounded in bytes, too (upload-quota). The team's own edits have photos.
  uploadPhoto: [...SUBMITTING, { by: 'account', max: 120, windowMs: HOUR_MS }],
  sendSupportMessage: [
    { by: 'network', max: 20, windowMs: HOUR_MS, ...WIDE },
    { by: 'network', of: 'tokenless', max: 5, windowMs: HOUR_MS, ...WIDE },
    { by: 'email', max: 10, windowMs: HOUR_MS, beyond: 'proof' },
    { by: 'everyone', of: 'newcomers', max: 60, windowMs: HOUR_MS, beyond: 'proof' },
    // Each is a mail to the team's mailbox.
    { by: 'everyone', of: 'newcomers', max: 150, windowMs: HOUR_MS },
    { by: 'everyone', of: 'newcomers', max: 500, windowMs: DAY_MS },
    { by: 'everyone', max: 100, windowMs: HOUR_MS, beyond: 'proof' },
    { by: 'everyone', max: 300, windowMs: HOUR_MS },
    { by: 'everyone', max: 1000, windowMs: DAY_MS },
  ],
  // Guessing is slowed down, and the owner of the account is never shut out by it. Only one network is refused, and not its
  // devices that have signed in to this account before.
  login: [
    { by: 'device', of: 'known devices', max: 10, windowMs: QUARTER_MS, beyond: 'proof', slows: true },
    {
      by: 'network',
      of: 'new devices',
      max: 30,
      windowMs: QUARTER_MS,
      beyond: 'refuse',
      beyondWider: ['proof', 'proof'],
    },
    { by: 'email and network', of: 'new devices', max: 10, windowMs: QUARTER_MS, beyond: 'proof' },
    { by: 'email', of: 'new devices', max: 100, windowMs: QUARTER_MS, beyond: 'proof', slows: true },
  ],
  // Guesses are counted by sign-in and by account, too, where they are verified (second-factor-sign-in).
  signInWithSecondFactor: [{ by: 'network', max: 30, windowMs: QUARTER_MS, ...NARROW }],
  // Signing out has no limit: it costs a lookup like this, and neighbours must not keep anybody's session open.
  // New tokens are counted by session, too, where they are stored (auth/sessions).
  refresh: [{ by: 'network', of: 'unknown', max: 120, windowMs: QUARTER_MS, ...NARROW }],
  endOtherSessions: [{ by: 'account', max: 30, windowMs: QUARTER_MS }],
  loginWithApple: [{ by: 'network', max: 30, windowMs: QUARTER_MS, ...NARROW }],
  loginWithGoogle: [{ by: 'network', max: 30, windowMs: QUARTER_MS, ...NARROW }],
  // Each of these two sends a mail to whoever owns the address. One network may do so a few times; beyond, an anonymous client has to work
  // for each, and so has the owner, who is not shut out. How many mails are written is bounded where they are.
  register: MAILING_ANYBODY,
  // Each sends a mail to whoever owns the address, as a registration does.
  subscribeToWeek: MAILING_ANYBODY,
  confirmWeek: [{ by: 'network', max: 60, windowMs: HOUR_MS, ...NARROW }],
  endWeek: [{ by: 'network', max: 60, windowMs: HOUR_MS, ...NARROW }],
  requestPasswordReset: [
    { by: 'device', of: 'known devices', max: 5, windowMs: HOUR_MS, beyond: 'proof' },
    { by: 'network', of: 'new devices', max: 20, windowMs: HOUR_MS, ...WIDE },
    { by: 'email and network', of: 'new devices', max: 5, windowMs: HOUR_MS },
    { by: 'email', of: 'new devices', max: 5, windowMs: HOUR_MS, beyond: 'proof' },
  ],
  confirmEmail: [{ by: 'network', max: 60, windowMs: HOUR_MS, ...NARROW }],
  validateResetToken: [{ by: 'network', max: 60, windowMs: HOUR_MS, ...NARROW }],
  confirmPasswordReset: [{ by: 'network', max: 30, windowMs: HOUR_MS, ...NARROW }],
  revokeResetToken: [{ by: 'network', max: 30, windowMs: HOUR_MS, ...NARROW }],
  changePassword: [{ by: 'account', max: 10, windowMs: QUARTER_MS }],
  // Each guesses at a password, too.
  deleteAccount: [{ by: 'account', max: 10, windowMs: QUARTER_MS }],
  beginTotp: [{ by: 'account', max: 10, windowMs: QUARTER_MS }],
  confirmTotp: [{ by: 'account', max: 10, windowMs: QUARTER_MS }],
  removeTotp: [{ by: 'account', max: 10, windowMs: QUARTER_MS }],
  beginPasskey: [{ by: 'account', max: 20, windowMs: QUARTER_MS }],
  addPasskey: [{ by: 'account', max: 20, windowMs: QUARTER_MS }],
  removePasskey: [{ by: 'account', max: 20, windowMs: QUARTER_MS }],
  makeRecoveryCodes: [{ by: 'account', max: 10, windowMs: QUARTER_MS }],
  // All rows of an account, and then its photos one by one: an account has 720 new events a day at most.
  exportAccount: [{ by: 'account', max: 10, windowMs: HOUR_MS }],
  getOwnEventPhoto: [{ by: 'account', max: 300, windowMs: QUARTER_MS }],
  claimEvents: [{ by: 'account', max: 60, windowMs: HOUR_MS }],
  // Visitors need a submission that waits for its review, and those are limited.
  subscribeToPush: [
    { by: 'network', of: 'visitors', max: 60, windowMs: HOUR_MS, ...WIDE },
    { by: 'account', max: 30, windowMs: HOUR_MS },
    { by: 'everyone', of: 'visitors', max: 1000, windowMs: HOUR_MS },
  ],
  // A person sets some in a row; who has many networks finds that a browser has 50 at most.
  setReminder: [
    { by: 'network', max: 120, windowMs: HOUR_MS, ...WIDE },
    { by: 'everyone', max: 5000, windowMs: HOUR_MS },
  ],
  deleteReminder: [{ by: 'network', max: 240, windowMs: HOUR_MS, ...NARROW }],
  listReminders: [{ by: 'network', max: 600, windowMs: HOUR_MS, ...NARROW }],
  unsubscribeFromPush: [{ by: 'network', max: 120, windowMs: HOUR_MS, ...NARROW }],
  setAppleDevice: [{ by: 'account', max: 30, windowMs: HOUR_MS }],
}
