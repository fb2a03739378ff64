import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailed } from '@/client/back-office/layout/lists/load-failed'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { Banner } from '@/client/design-system/banner'
import { Skeleton } from '@/client/design-system/skeleton'
import type { SecondFactor } from '@/contract/accounts/second-factor-setup'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'
import { PasskeysSection } from './passkeys-section'
import { RecoveryCodesDialog } from './recovery-codes-dialog'
import { RecoverySection } from './recovery-section'
import { secondFactorQuery } from '@/client/back-office/layout/sign-in/security-calls'
import { TotpSection } from './totp-section'
import { useProven } from './use-proven'

/** The current administrator's second factors: passkeys, an authenticator app, recovery codes. */
export function SecurityPage() {
  const { data, isError, error, refetch } = useQuery(secondFactorQuery())
  return (
    <div className={frame}>
      <header className={stack({ gap: '2' })}>
        <h1 className={title}>{m.second_factor_title()}</h1>
        <p className={muted}>{m.second_factor_intro()}</p>
      </header>
      {data !== undefined ? <Factors state={data} /> : null}
      {data === undefined && isError ? (
        <LoadFailed title={m.second_factor_failed()} error={error} onRetry={() => refetch()} />
      ) : null}
      {data === undefined && !isError ? <Skeleton height="12rem" /> : null}
    </div>
  )
}

function Factors({ state }: { state: SecondFactor }) {
  const queryClient = useQueryClient()
  const [codes, setCodes] = useState<string[]>()
  const { run, dialog } = useProven(state)
  const hasFactor = state.totp || state.passkeys.length > 0
  const section = {
    state,
    run,
    onChanged: (made?: string[]) => {
      setCodes(made)
      // The first factor opens all pages.
      void queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY })
    },
  }
  return (
    <>
      {state.is_due ? (
        <Banner tone="warning" title={m.second_factor_due_title()}>
          {m.second_factor_due_text()}
        </Banner>
      ) : null}
      {hasFactor || state.is_due ? null : <Banner tone="warning">{m.second_factor_off()}</Banner>}
      <PasskeysSection {...section} />
      <TotpSection {...section} />
      {hasFactor ? <RecoverySection {...section} /> : null}
      {dialog}
      {codes === undefined ? null : <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  )
}

const frame = css({
  display: 'grid',
  gap: '6',
  maxWidth: '[44rem]',
  minWidth: '0',
  overflowWrap: 'anywhere',
})
const title = css({ textStyle: 'title' })
const muted = css({ color: 'fg.muted' })
