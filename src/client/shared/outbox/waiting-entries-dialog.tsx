import { useRef, useState } from 'react'
import { TextLink } from '@/client/shared/links/link'
import { loadOfflineClient, report } from '@/client/shared/offline/offline-client'
import { useLiveOutbox } from '@/client/shared/offline/use-live-device'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Dialog } from '@/client/design-system/overlays/dialog'
import * as m from '@/messages/compiled/messages.js'
import type { Unsent } from '@/offline/outbox/outbox'
import { stack } from 'styled-system/patterns'

interface WaitingEntriesDialogProps {
  userId: string
  /** The dialog offers to keep entries at a sign-out only: an account that is about to be deleted can keep none. */
  purpose: 'sign-out' | 'account-deletion'
  onClose: () => void
  onSettled: () => void
}

type Work = 'send' | 'delete'

const NOTHING: Unsent = { entries: 0, drafts: 0, mayHaveArrived: false }

/** Asks what to do with what an account wrote on this device and has not sent (offline.md, outbox 8). */
export function WaitingEntriesDialog({ userId, purpose, onClose, onSettled }: WaitingEntriesDialogProps) {
  const found = useLiveOutbox((outbox) => outbox.unsentOf(userId), [userId])
  const [work, setWork] = useState<Work>()
  const [isUnsent, setUnsent] = useState(false)
  const isClosed = useRef(false)
  const unsent = typeof found === 'string' ? NOTHING : found

  const close = () => {
    isClosed.current = true
    onClose()
  }
  const run = async (next: Work) => {
    if (work !== undefined) return
    setWork(next)
    try {
      const { outbox } = await loadOfflineClient()
      await (next === 'send' ? outbox.sendNow() : outbox.removeOf(userId))
      const remaining = next === 'send' ? await outbox.unsentOf(userId) : NOTHING
      // A person who has closed the dialog meanwhile has gone back.
      if (isClosed.current) return
      if (remaining.entries + remaining.drafts === 0) return onSettled()
      setUnsent(next === 'send' && remaining.entries > 0)
    } catch (error) {
      report('What waits could not be sent or deleted.', error)
    }
    setWork(undefined)
  }
  return (
    <Dialog
      role="alertdialog"
      title={purpose === 'sign-out' ? m.outbox_leave_title() : m.outbox_leave_title_deletion()}
      closeLabel={m.outbox_close()}
      onClose={close}
      footer={
        <>
          <Button variant="danger" busy={work === 'delete'} onClick={() => void run('delete')}>
            {m.outbox_leave_delete()}
          </Button>
          {purpose === 'sign-out' ? (
            <Button
              variant="secondary"
              onClick={() => {
                if (work === undefined) onSettled()
              }}
            >
              {m.outbox_leave_keep()}
            </Button>
          ) : null}
          {unsent.entries > 0 ? (
            <Button busy={work === 'send'} onClick={() => void run('send')}>
              {m.outbox_leave_send()}
            </Button>
          ) : null}
        </>
      }
    >
      <div className={stack({ gap: '3' })}>
        <Summary unsent={unsent} purpose={purpose} />
        <div aria-live="polite">
          {isUnsent ? (
            <Banner tone="warning">
              <p>{m.outbox_leave_left({ n: unsent.entries })}</p>
              <TextLink to="/outbox" onClick={close}>
                {m.outbox_leave_see()}
              </TextLink>
            </Banner>
          ) : null}
        </div>
      </div>
    </Dialog>
  )
}

function Summary({ unsent, purpose }: { unsent: Unsent; purpose: WaitingEntriesDialogProps['purpose'] }) {
  return (
    <>
      {unsent.entries > 0 ? <p>{m.outbox_leave_entries({ n: unsent.entries })}</p> : null}
      {unsent.drafts > 0 ? <p>{m.outbox_leave_drafts({ n: unsent.drafts })}</p> : null}
      {unsent.mayHaveArrived ? <p>{m.outbox_leave_uncertain()}</p> : null}
      <p>{purpose === 'sign-out' ? m.outbox_leave_text() : m.outbox_leave_text_deletion()}</p>
    </>
  )
}
