import { useState, useRef } from 'react'
import { Banner } from '@/client/design-system/banner'
import { makeRecoveryCodes, confirmTotp } from '@/contract/accounts/second-factor'
import * as m from '@/messages/compiled/messages.js'
import { failureText, isUncertain, formFailureText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import { Button } from '@/client/design-system/button'
import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import { callEndpoint } from '@/client/shared/offline/client-call'
import { saveFile } from '@/client/shared/offline/save-file'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { Dialog } from '@/client/design-system/overlays/dialog'
import { CopyButton } from '@/client/back-office/shared/table'
import { SITE } from '@/site/site'
import { qrDataUrl } from '@/client/shared/programme/qr-code'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { TextField } from '@/client/design-system/forms/field'
import { totpCodeSchema } from '@/domain/accounts/account'
import { FormDialog } from '@/client/back-office/shared/form-dialog'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'
import { SecuritySection, isAddedAfterAll } from './use-proven'
import type { SectionProps } from './use-proven'

export const title = css({ textStyle: 'title' })

/** The page says that there are few from this number on. */
const FEW = 3

export function RecoverySection({ state, run, onChanged }: SectionProps) {
  const [isOpen, setOpen] = useState(false)
  /** The server may have stored new codes in place of the old ones, and their response was lost. */
  const [isUnsure, setUnsure] = useState(false)
  const { recovery_codes_left: left } = state

  const make = async () => {
    setOpen(false)
    const outcome = await run((proof) => callEndpoint(makeRecoveryCodes, { body: proof }))
    if (outcome === undefined) return
    if (outcome.kind === 'ok') {
      setUnsure(false)
      onChanged(outcome.data.recovery_codes)
    } else if (isUncertain(outcome)) {
      setUnsure(true)
      onChanged()
    } else toast.error(failureText(outcome), { durationMs: 5000 })
  }
  return (
    <SecuritySection
      title={m.second_factor_codes()}
      text={m.second_factor_codes_text()}
      action={
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {m.second_factor_codes_make()}
        </Button>
      }
    >
      {isUnsure ? (
        <Banner tone="warning" role="alert">
          {m.second_factor_codes_uncertain()}
        </Banner>
      ) : (
        <p>
          {m.second_factor_codes_left({ count: left })}
          {left <= FEW ? ` ${m.second_factor_codes_few()}` : null}
        </p>
      )}
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={m.second_factor_codes_make()}
        description={m.second_factor_codes_make_text()}
        confirmLabel={m.second_factor_codes_make()}
        cancelLabel={m.second_factor_cancel()}
        closeLabel={m.second_factor_close()}
        onConfirm={() => void make()}
      />
    </SecuritySection>
  )
}

export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const ways = useRef<HTMLDivElement>(null)
  const email = useCurrentUser()?.email ?? ''
  const text = [m.second_factor_codes_file_head({ email, site: SITE.name }), '', ...codes, ''].join('\n')
  const download = () =>
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), m.second_factor_codes_file())
  return (
    <Dialog
      open
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
      <div className={stack({ gap: '4' })}>
        <ol className={list}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div ref={ways} className={actions}>
          <CopyButton
            text={text}
            label={m.second_factor_codes_copy()}
            copiedLabel={m.second_factor_codes_copied()}
          />
          <Button variant="secondary" size="sm" onClick={download}>
            {m.second_factor_codes_download()}
          </Button>
          <Button variant="secondary" size="sm" onClick={() => printText(text)}>
            {m.second_factor_codes_print()}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Prints a text alone, without the page around it: out of a frame that is gone afterwards. */
function printText(text: string): void {
  const frame = document.createElement('iframe')
  // The style is not `display: none`, of which some browsers print nothing.
  frame.className = css({ srOnly: true })
  frame.tabIndex = -1
  document.body.append(frame)
  const page = frame.contentWindow
  if (page === null) return frame.remove()
  const sheet = page.document.createElement('pre')
  sheet.textContent = text
  page.document.body.append(sheet)
  page.addEventListener('afterprint', () => frame.remove())
  page.print()
}

const list = css({
  display: 'grid',
  gridTemplateColumns: '[repeat(auto-fill, minmax(10rem, 1fr))]',
  gap: '2',
})
const actions = css({ display: 'flex', flexWrap: 'wrap', gap: '3' })

interface AddTotpDialogProps {
  secret: string
  uri: string
  onClose: () => void
  onAdded: (recoveryCodes: string[] | undefined) => void
}

export function AddTotpDialog({ secret, uri, onClose, onAdded }: AddTotpDialogProps) {
  const [failure, setFailure] = useState<string>()
  const { form, formProps, isSubmitting } = useSchemaForm<{ code: string }, { code: string }>({
    schema: totpCodeSchema,
    initialValues: { code: '' },
    onValid: async ({ code }) => {
      setFailure(undefined)
      const outcome = await callEndpoint(confirmTotp, { body: { code } })
      if (outcome.kind === 'ok') return onAdded(outcome.data.recovery_codes)
      const isWrong = outcome.kind === 'refused' && outcome.code === 'SECOND_FACTOR_REFUSED'
      if (!isWrong && (await isAddedAfterAll(({ totp }) => totp))) return onAdded(undefined)
      setFailure(isWrong ? m.second_factor_code_wrong() : formFailureText(outcome))
    },
  })
  return (
    <FormDialog
      formProps={formProps}
      title={m.second_factor_totp_add()}
      submitLabel={m.second_factor_totp_confirm()}
      isBusy={isSubmitting}
      failure={failure}
      onClose={onClose}
    >
      <p>{m.second_factor_totp_scan()}</p>
      <img src={qrDataUrl(uri)} alt={m.second_factor_totp_qr()} width={208} height={208} />
      <div className={stack({ gap: '2' })}>
        <p className={totpSectionMuted}>{m.second_factor_totp_secret()}</p>
        <code className={key}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        <CopyButton
          text={secret}
          label={m.second_factor_totp_copy()}
          copiedLabel={m.second_factor_codes_copied()}
          className={start}
        />
      </div>
      <form.Field name="code">
        {(field) => (
          <TextField
            label={m.second_factor_code_label()}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            {...fieldProps(field)}
          />
        )}
      </form.Field>
    </FormDialog>
  )
}

const totpSectionMuted = css({ textStyle: 'small', color: 'fg.muted' })
const key = css({ overflowWrap: 'anywhere' })
const start = css({ alignSelf: 'start' })
