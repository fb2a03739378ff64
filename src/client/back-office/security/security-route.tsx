import { createFileRoute } from '@tanstack/react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailed } from '@/client/back-office/shared/page'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { Banner } from '@/client/design-system/banner'
import { Skeleton } from '@/client/design-system/skeleton'
import { beginTotp, removeTotp } from '@/contract/accounts/second-factor'
import type { SecondFactor } from '@/contract/accounts/second-factor'
import * as m from '@/messages/compiled/messages.js'
import { secondFactorQuery } from '@/client/back-office/shared/named-queries'
import { failureText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import { Button } from '@/client/design-system/button'
import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import { callEndpoint } from '@/client/shared/offline/client-call'
import { Badge } from '@/client/design-system/badge'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'
import { PasskeysSection } from './passkeys-section'
import { useProven, SecuritySection } from './use-proven'
import type { SectionProps } from './use-proven'
import { RecoverySection, title, RecoveryCodesDialog, AddTotpDialog } from './security-sections'

function SecurityPage() {
  const { data, isError, error, refetch } = useQuery(secondFactorQuery())
  return (
    <div className={securityPageFrame}>
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

const securityPageFrame = css({
  display: 'grid',
  gap: '6',
  maxWidth: '[44rem]',
  minWidth: '0',
  overflowWrap: 'anywhere',
})
const muted = css({ color: 'fg.muted' })

function TotpSection({ state, run, onChanged }: SectionProps) {
  const [begun, setBegun] = useState<{ secret: string; uri: string }>()
  const [isLeaving, setLeaving] = useState(false)

  const begin = async () => {
    const outcome = await run((proof) => callEndpoint(beginTotp, { body: proof }))
    if (outcome?.kind === 'ok') setBegun(outcome.data)
    else if (outcome !== undefined) toast.error(failureText(outcome), { durationMs: 5000 })
  }
  const remove = async () => {
    setLeaving(false)
    const outcome = await run((proof) => callEndpoint(removeTotp, { body: proof }))
    if (outcome === undefined) return
    if (outcome.kind === 'ok') toast.success(m.second_factor_totp_removed())
    else toast.error(failureText(outcome), { durationMs: 5000 })
    onChanged()
  }
  return (
    <SecuritySection
      title={m.second_factor_totp()}
      text={m.second_factor_totp_text()}
      state={
        <Badge tone={state.totp ? 'sea' : 'neutral'}>
          {state.totp ? m.second_factor_totp_on() : m.second_factor_totp_off()}
        </Badge>
      }
      action={
        state.totp ? (
          <Button variant="secondary" onClick={() => setLeaving(true)}>
            {m.second_factor_totp_remove()}
          </Button>
        ) : (
          <Button variant="secondary" onClick={() => void begin()}>
            {m.second_factor_totp_add()}
          </Button>
        )
      }
    >
      {begun === undefined ? null : (
        <AddTotpDialog
          {...begun}
          onClose={() => setBegun(undefined)}
          onAdded={(codes) => {
            setBegun(undefined)
            toast.success(m.second_factor_totp_added())
            onChanged(codes)
          }}
        />
      )}
      <ConfirmDialog
        open={isLeaving}
        onClose={() => setLeaving(false)}
        title={m.second_factor_totp_remove()}
        description={m.second_factor_totp_remove_text()}
        confirmLabel={m.second_factor_remove()}
        cancelLabel={m.second_factor_cancel()}
        closeLabel={m.second_factor_close()}
        tone="danger"
        onConfirm={() => void remove()}
      >
        {state.passkeys.length === 0 ? <p>{m.second_factor_last_text()}</p> : null}
      </ConfirmDialog>
    </SecuritySection>
  )
}

export const Route = createFileRoute('/backoffice/security')({ component: SecurityPage })
