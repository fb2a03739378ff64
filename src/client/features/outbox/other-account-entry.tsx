import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { useSignOut } from '@/client/shared/session/use-sign-out'
import { loadOfflineClient, report } from '@/client/shared/offline/offline-client'
import { storeReturnAddress } from '@/client/shared/session/return-address'
import { Badge } from '@/client/design-system/badge'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import { isReadable, type OutboxItem } from '@/offline/outbox/entry'
import { tabStorage } from '@/offline/page/page-storage'
import { css } from 'styled-system/css'
import { button, card } from 'styled-system/recipes'
import { stateLabel, stateTone } from './entry-labels'

const SendWithoutAccount = lazyPart(async () => (await import('./send-without-account')).SendWithoutAccount)

interface OtherAccountEntryProps {
  entry: OutboxItem
  isSignedOut: boolean
  onDiscard: () => void
}

/** The title of an entry of another account: it repeats nothing of the content. */
export function otherAccountTitle(isSignedOut: boolean): string {
  return isSignedOut ? m.outbox_other_account_title_signed_out() : m.outbox_other_account_title()
}

/** An entry of an account that is not signed in: counted and listed, its content hidden from whoever uses the device now. */
export function OtherAccountEntry({ entry, isSignedOut, onDiscard }: OtherAccountEntryProps) {
  const [isOpen, setOpen] = useState(false)
  const title = otherAccountTitle(isSignedOut)
  // Somebody has decided to send it without an account.
  const detached = isReadable(entry) && entry.owner === null ? entry : undefined
  const send = async () => {
    setOpen(false)
    const { outbox } = await loadOfflineClient()
    if (await outbox.accounts.detachAccount(entry.id)) await outbox.schedule({ networkIsBack: true })
  }
  return (
    <li className={card({ pad: true })}>
      <div className={facts}>
        {detached === undefined ? (
          <Badge tone="warning">{m.outbox_state_paused()}</Badge>
        ) : (
          <Badge tone={stateTone(detached)}>{stateLabel(detached)}</Badge>
        )}
        <h3 className={heading}>{title}</h3>
        <p className={muted}>
          {detached === undefined ? otherAccountText(isSignedOut) : m.outbox_other_account_detached()}
        </p>
      </div>
      <div className={actions}>
        {isSignedOut ? (
          <Link
            to="/login"
            className={button({ variant: 'secondary', size: 'sm' })}
            onClick={() => storeReturnAddress(tabStorage(), '/outbox')}
          >
            {m.outbox_other_account_sign_in()}
          </Link>
        ) : (
          <OtherSignIn />
        )}
        {isSignedOut && isReadable(entry) && detached === undefined && entry.state !== 'sending' ? (
          <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
            {m.outbox_other_account_send()}
          </Button>
        ) : null}
        <Button variant="ghost" size="sm" aria-label={m.outbox_discard_of({ title })} onClick={onDiscard}>
          {m.outbox_discard()}
        </Button>
      </div>
      {isOpen ? (
        <SendWithoutAccount
          onClose={() => setOpen(false)}
          onConfirm={() => send().catch((error: unknown) => report('Sending failed.', error))}
        />
      ) : null}
    </li>
  )
}

function otherAccountText(isSignedOut: boolean): string {
  return isSignedOut ? m.outbox_other_account_text_signed_out() : m.outbox_other_account_text()
}

/** A user who is signed in signs out first. */
function OtherSignIn() {
  const { request, isBusy, dialog } = useSignOut('/login', '/outbox')
  return (
    <>
      <Button variant="secondary" size="sm" busy={isBusy} onClick={request}>
        {m.outbox_other_account_sign_in_other()}
      </Button>
      {dialog}
    </>
  )
}

const facts = css({ display: 'grid', gap: '1.5', minWidth: '0', justifyItems: 'start' })
const heading = css({ fontWeight: 'bold', fontSize: 'lg', lineHeight: 'snug', overflowWrap: 'anywhere' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })
const actions = css({ display: 'flex', flexWrap: 'wrap', gap: '2', marginTop: '4' })
