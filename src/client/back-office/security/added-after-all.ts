import { callEndpoint } from '@/client/shared/offline/client-call'
import { toast } from '@/client/shared/notifications/toast'
import { getSecondFactor } from '@/contract/accounts/second-factor-setup'
import type { SecondFactor } from '@/contract/accounts/second-factor-setup'
import * as m from '@/messages/compiled/messages.js'

/**
 * Whether a factor is on although adding it failed: a response may be lost after the server has stored it. With the first one the
 * recovery codes are lost too, and the person is told to make others; later ones have none.
 */
export async function isAddedAfterAll(isThere: (state: SecondFactor) => boolean): Promise<boolean> {
  const outcome = await callEndpoint(getSecondFactor, {})
  if (outcome.kind !== 'ok' || !isThere(outcome.data)) return false
  const { totp, passkeys } = outcome.data
  const isFirst = passkeys.length + Number(totp) === 1
  toast.success(
    m.second_factor_after_all(),
    isFirst ? { description: m.second_factor_after_all_text() } : undefined,
  )
  return true
}
