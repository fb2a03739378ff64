import * as z from 'zod'
import { isKeyPair } from './vapid-keys'
import type { VapidKeys } from './vapid-keys'

const key = z
  .string()
  .regex(/^[\w-]{40,100}$/, 'must be a key in base64url, as web-push generate-vapid-keys writes it')

/** A push service on this machine, and nothing else: anonymous clients name the addresses that are called there. */
const loopbackOrigin = z
  .string()
  .refine(
    (text) =>
      URL.canParse(text) &&
      /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(new URL(text).origin),
    'must be an http address on this machine: it is for tests',
  )
  .transform((text) => new URL(text).origin)

/** The variables of browsers' notifications. */
export const webPushVariables = {
  VAPID_PUBLIC_KEY: key.optional(),
  VAPID_PRIVATE_KEY: key.optional(),
  PUSH_SERVICE_ORIGIN: loopbackOrigin.optional(),
}

type Variables = { [K in keyof typeof webPushVariables]?: z.output<(typeof webPushVariables)[K]> }

export interface WebPushConfig {
  /** The keys; undefined: they are made once, and stored in DATA_DIR. */
  vapidKeys: VapidKeys | undefined
  /** The origin of a push service beside the known ones, for tests. */
  pushServiceOrigin: string | undefined
}

/** Requires both keys or none, and of one pair. */
export function requireKeyPair(env: Variables, context: z.RefinementCtx): void {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env
  if (publicKey === undefined && privateKey === undefined) return
  const add = (name: keyof Variables, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })
  if (publicKey === undefined) add('VAPID_PUBLIC_KEY', 'is missing: VAPID_PRIVATE_KEY needs it')
  else if (privateKey === undefined) add('VAPID_PRIVATE_KEY', 'is missing: VAPID_PUBLIC_KEY needs it')
  else if (!isKeyPair({ publicKey, privateKey }))
    add('VAPID_PRIVATE_KEY', 'must be the private key of VAPID_PUBLIC_KEY')
}

export function webPushConfig(env: Variables): WebPushConfig {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env
  return {
    vapidKeys: publicKey === undefined || privateKey === undefined ? undefined : { publicKey, privateKey },
    pushServiceOrigin: env.PUSH_SERVICE_ORIGIN,
  }
}
