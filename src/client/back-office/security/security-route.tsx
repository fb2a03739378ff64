import { createFileRoute } from '@tanstack/react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { AskDialog, FormDialog } from '@/client/back-office/shared/form-dialog'
import { secondFactorQuery } from '@/client/back-office/shared/back-office-queries'
import { Page, QueryState, Section, text } from '@/client/back-office/shared/page'
import { CopyButton } from '@/client/back-office/shared/table'
import { Badge } from '@/client/design-system/badge'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { TextField } from '@/client/design-system/forms/field'
import { Dialog } from '@/client/design-system/overlays/dialog'
import { failureText, formFailureText, isUncertain } from '@/client/shared/forms/server-error-text'
import { useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { toast } from '@/client/shared/notifications/toast'
import { callEndpoint } from '@/client/shared/offline/client-call'
import { saveFile } from '@/client/shared/offline/save-file'
import { qrDataUrl } from '@/client/shared/programme/qr-code'
import { useProven } from '@/client/shared/second-factor/use-proven'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import {
  beginTotp,
  confirmTotp,
  getSecondFactor,
  makeRecoveryCodes,
  removeTotp,
  type Proof,
  type SecondFactor,
} from '@/contract/accounts/auth'
import { totpCodeSchema } from '@/domain/accounts/account'
import { TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import type { Failure, Outcome } from '@/offline/api/next-step'
import { SITE } from '@/site/site'
import { css } from 'styled-system/css'
import { cluster, stack } from 'styled-system/patterns'

function SecurityPage() {
  const query = useQuery(secondFactorQuery())
  return (
    <Page title={m.second_factor_title()} intro={m.second_factor_intro()} isForm>
      {query.data === undefined ? (
        <QueryState query={query} failed={m.second_factor_failed()} />
      ) : (
        <Factor state={query.data} />
      )}
    </Page>
  )
}

/** The page says that there are few from this number on. */
const FEW_CODES = 3

function Factor({ state }: { state: SecondFactor }) {
  const queryClient = useQueryClient()
  const { run, dialog } = useProven()
  const [begun, setBegun] = useState<{ secret: string; uri: string }>()
  const [confirming, setConfirming] = useState<'remove' | 'codes'>()
  const [codes, setCodes] = useState<string[]>()
  /** The server may have stored new codes in place of the old ones, and their response was lost. */
  const [isUnsure, setUnsure] = useState(false)
  const left = state.recovery_codes_left
  // The factor opens all pages.
  const refresh = () => void queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY })

  async function send<T>(attempt: (proof: Proof) => Promise<Outcome<T>>, onDone: (data: T) => void) {
    setConfirming(undefined)
    const outcome = await run(state, attempt)
    if (outcome === undefined) return undefined
    if (outcome.kind === 'ok') onDone(outcome.data)
    else toast.error(failureText(outcome))
    refresh()
    return outcome
  }
  const begin = () => send((body) => callEndpoint(beginTotp, { body }), setBegun)
  const remove = () =>
    send(
      (body) => callEndpoint(removeTotp, { body }),
      () => toast.success(m.second_factor_totp_removed()),
    )
  const makeCodes = async () => {
    const outcome = await send(
      (body) => callEndpoint(makeRecoveryCodes, { body }),
      (made) => setCodes(made.recovery_codes),
    )
    if (outcome?.kind === 'ok') setUnsure(false)
    else if (outcome !== undefined && isUncertain(outcome)) setUnsure(true)
  }
  const isRemoval = confirming === 'remove'
  return (
    <>
      {state.is_due ? (
        <Banner tone="warning" title={m.second_factor_due_title()}>
          {m.second_factor_due_text()}
        </Banner>
      ) : null}
      {state.totp || state.is_due ? null : <Banner tone="warning">{m.second_factor_off()}</Banner>}
      <Section
        title={m.second_factor_totp()}
        aside={
          <Badge tone={state.totp ? 'sea' : 'neutral'}>
            {state.totp ? m.second_factor_totp_on() : m.second_factor_totp_off()}
          </Badge>
        }
      >
        <p className={text.muted}>{m.second_factor_totp_text()}</p>
        <Button variant="secondary" onClick={() => (state.totp ? setConfirming('remove') : void begin())}>
          {state.totp ? m.second_factor_totp_remove() : m.second_factor_totp_add()}
        </Button>
      </Section>
      {state.totp ? (
        <Section title={m.second_factor_codes()}>
          <p className={text.muted}>{m.second_factor_codes_text()}</p>
          {isUnsure ? (
            <Banner tone="warning" role="alert">
              {m.second_factor_codes_uncertain()}
            </Banner>
          ) : (
            <p>
              {m.second_factor_codes_left({ count: left })}
              {left <= FEW_CODES ? ` ${m.second_factor_codes_few()}` : null}
            </p>
          )}
          <Button variant="secondary" onClick={() => setConfirming('codes')}>
            {m.second_factor_codes_make()}
          </Button>
        </Section>
      ) : null}
      <Section title={m.second_factor_password()}>
        <p className={text.muted}>{m.second_factor_password_text()}</p>
        <TextLink to="/profile">{m.second_factor_password_link()}</TextLink>
      </Section>
      {begun === undefined ? null : (
        <AddTotpDialog
          {...begun}
          onClose={() => setBegun(undefined)}
          onAdded={(made) => {
            setBegun(undefined)
            setCodes(made)
            refresh()
          }}
        />
      )}
      {confirming === undefined ? null : (
        <AskDialog
          onClose={() => setConfirming(undefined)}
          title={isRemoval ? m.second_factor_totp_remove() : m.second_factor_codes_make()}
          description={isRemoval ? m.second_factor_totp_remove_text() : m.second_factor_codes_make_text()}
          confirmLabel={isRemoval ? m.second_factor_remove() : m.second_factor_codes_make()}
          tone={isRemoval ? 'danger' : 'primary'}
          onConfirm={() => void (isRemoval ? remove() : makeCodes())}
        />
      )}
      {dialog}
      {codes === undefined ? null : <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  )
}

interface AddTotpDialogProps {
  secret: string
  uri: string
  onClose: () => void
  /** Undefined codes were lost on the way. */
  onAdded: (recoveryCodes: string[] | undefined) => void
}

function AddTotpDialog({ secret, uri, onClose, onAdded }: AddTotpDialogProps) {
  const { fields, formProps, failure, isSubmitting } = useSchemaForm({
    schema: totpCodeSchema,
    initialValues: { code: '' },
    onValid: async ({ code }) => {
      const outcome = await callEndpoint(confirmTotp, { body: { code } })
      if (outcome.kind === 'ok') {
        toast.success(m.second_factor_totp_added())
        return onAdded(outcome.data.recovery_codes)
      }
      if (!isWrongCode(outcome) && (await isOn())) {
        toast.success(m.second_factor_after_all(), { description: m.second_factor_after_all_text() })
        return onAdded(undefined)
      }
      return outcome
    },
  })
  return (
    <FormDialog
      {...{ formProps, isSubmitting }}
      title={m.second_factor_totp_add()}
      submitLabel={m.second_factor_totp_confirm()}
      failure={failure && (isWrongCode(failure) ? m.second_factor_code_wrong() : formFailureText(failure))}
      onClose={onClose}
    >
      <p>{m.second_factor_totp_scan()}</p>
      <img src={qrDataUrl(uri)} alt={m.second_factor_totp_qr()} width={208} height={208} />
      <div className={stack({ gap: '2', align: 'start' })}>
        <p className={text.small}>{m.second_factor_totp_secret()}</p>
        <code className={css({ overflowWrap: 'anywhere' })}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        <CopyButton text={secret} label={m.second_factor_totp_copy()} />
      </div>
      <TextField
        label={m.second_factor_code_label()}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        {...fields.code}
      />
    </FormDialog>
  )
}

function isWrongCode(outcome: Failure): boolean {
  return outcome.kind === 'refused' && outcome.code === 'SECOND_FACTOR_REFUSED'
}

/** The response may be lost after the server has stored it, and the recovery codes with it. */
async function isOn(): Promise<boolean> {
  const outcome = await callEndpoint(getSecondFactor, {})
  return outcome.kind === 'ok' && outcome.data.totp
}

function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const ways = useRef<HTMLDivElement>(null)
  const email = useCurrentUser()?.email ?? ''
  const file = [m.second_factor_codes_file_head({ email, site: SITE.name }), '', ...codes, ''].join('\n')
  const download = () =>
    saveFile(new Blob([file], { type: 'text/plain;charset=utf-8' }), m.second_factor_codes_file())
  return (
    <Dialog
      role="alertdialog"
      // The button that closes it does not get the focus: whoever presses Enter once more would lose the codes.
      initialFocus={() => ways.current?.querySelector('button') ?? null}
      onClose={onClose}
      title={m.second_factor_codes_title()}
      description={m.second_factor_codes_once()}
      // They are shown this once: nothing closes it by mistake.
      closeLabel={undefined}
      footer={<Button onClick={onClose}>{m.second_factor_codes_stored()}</Button>}
    >
      <ol className={list}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div ref={ways} className={cluster({ gap: '3' })}>
        <CopyButton text={file} label={m.second_factor_codes_copy()} />
        <Button variant="secondary" size="sm" onClick={download}>
          {m.second_factor_codes_download()}
        </Button>
      </div>
    </Dialog>
  )
}

const list = css({
  display: 'grid',
  gridTemplateColumns: '[repeat(auto-fill, minmax(10rem, 1fr))]',
  gap: '2',
  marginBottom: '4',
})

export const Route = createFileRoute('/backoffice/security')({ component: SecurityPage })
