import { useRef, useState } from 'react'
import { readDraftContent } from '@/client/shared/event-form/draft/read-draft'
import { PhotoPreview } from '@/client/shared/photos/photo-preview'
import { timeAgo } from '@/client/shared/time/time-ago'
import { useDeviceNow } from '@/client/shared/time/use-device-now'
import { report } from '@/client/shared/offline/report'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { useLiveOutbox } from '@/client/shared/outbox/use-live-outbox'
import { Button } from '@/client/design-system/button'
import { IconButton } from '@/client/design-system/icon-button'
import { PhotoIcon, TrashIcon } from '@/client/design-system/icons/form-icons'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import type { DraftSession } from '@/offline/outbox/drafts/draft-session'
import type { DraftSlot } from '@/offline/outbox/drafts/draft-key'
import type { StoredDraft } from '@/offline/outbox/drafts/drafts'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'

const ConfirmDialog = lazyPart(
  async () => (await import('@/client/design-system/overlays/confirm-dialog')).ConfirmDialog,
)

const SHOWN = 3

interface OtherDraftsProps {
  slot: DraftSlot
  /** The session of the form below: its own draft is not among the others. */
  session: DraftSession
  onOpen: (token: string) => void
}

/** The other half-written events on this device, also of another tab: to open, or to delete. */
export function OtherDrafts({ slot, session, onOpen }: OtherDraftsProps) {
  const stored = useLiveOutbox(({ drafts }) => drafts.list(slot), [slot])
  const [isAllShown, setAllShown] = useState(false)
  const [deleting, setDeleting] = useState<StoredDraft>()
  const heading = useRef<HTMLHeadingElement>(null)
  const focusAfterwards = useRef<HTMLElement | null>(null)
  const others = Array.isArray(stored)
    ? stored.filter((draft) => draft.key.token !== session.key().token && readDraftContent(draft.content))
    : []
  if (others.length === 0) return null
  const remove = async (draft: StoredDraft) => {
    // The whole section goes with its last row.
    focusAfterwards.current = others.length > 1 ? heading.current : document.querySelector('h1')
    const { outbox } = await loadOfflineClient()
    await outbox.drafts
      .remove(draft)
      .catch((error: unknown) => report('A draft could not be deleted.', error))
    setDeleting(undefined)
  }
  return (
    <section aria-labelledby="other-drafts" className={card({ pad: true })}>
      <h2 id="other-drafts" ref={heading} tabIndex={-1} className={title}>
        {m.form_drafts_title()}
      </h2>
      <ul>
        {(isAllShown ? others : others.slice(0, SHOWN)).map((draft) => (
          <DraftRow
            key={`${draft.key.token}-${draft.revision}`}
            draft={draft}
            onOpen={() => onOpen(draft.key.token)}
            onDelete={() => {
              focusAfterwards.current = null
              setDeleting(draft)
            }}
          />
        ))}
      </ul>
      {isAllShown || others.length <= SHOWN ? null : (
        <Button variant="ghost" size="sm" onClick={() => setAllShown(true)}>
          {m.form_drafts_all({ n: others.length })}
        </Button>
      )}
      {deleting === undefined ? null : (
        <ConfirmDialog
          open
          onClose={() => setDeleting(undefined)}
          title={m.form_draft_delete_title()}
          description={m.form_draft_delete_text({ title: titleOf(deleting) })}
          confirmLabel={m.form_draft_delete()}
          cancelLabel={m.outbox_discard_cancel()}
          closeLabel={m.outbox_close()}
          tone="danger"
          finalFocus={() => focusAfterwards.current}
          onConfirm={() => void remove(deleting)}
        />
      )}
    </section>
  )
}

interface DraftRowProps {
  draft: StoredDraft
  onOpen: () => void
  onDelete: () => void
}

function DraftRow({ draft, onOpen, onDelete }: DraftRowProps) {
  const now = useDeviceNow()
  const name = titleOf(draft)
  return (
    <li className={row}>
      <span className={picture}>
        {draft.photo ? <PhotoPreview photo={draft.photo} alt="" className={image} /> : <PhotoIcon />}
      </span>
      <div className={facts}>
        <h3 className={css({ fontWeight: 'medium', overflowWrap: 'anywhere', lineClamp: 2 })}>{name}</h3>
        <p className={css({ textStyle: 'small', color: 'fg.muted' })}>
          {m.outbox_written({ when: timeAgo(draft.writtenAt, now, getLocale()) })}
        </p>
      </div>
      <div className={cluster({ gap: '3' })}>
        <Button
          variant="secondary"
          size="sm"
          aria-label={m.form_draft_open_of({ title: name })}
          onClick={onOpen}
        >
          {m.form_draft_open()}
        </Button>
        <IconButton
          label={m.form_draft_delete_of({ title: name })}
          icon={<TrashIcon size={20} />}
          onClick={onDelete}
        />
      </div>
    </li>
  )
}

function titleOf({ content }: StoredDraft): string {
  return readDraftContent(content)?.values.title.trim() || m.form_draft_untitled()
}

const title = css({ textStyle: 'subheading' })
const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '3',
  alignItems: 'center',
  paddingBlock: '3',
  '& + &': { borderTop: 'hairline' },
  _last: { paddingBottom: '0' },
})
const picture = css({
  display: 'grid',
  placeItems: 'center',
  flexShrink: '0',
  width: '12',
  height: '12',
  borderRadius: 'md',
  overflow: 'hidden',
  bg: 'bg.sunken',
  color: 'fg.muted',
})
const image = css({ width: 'full', height: 'full', objectFit: 'cover' })
const facts = css({ flex: '[1 1 10rem]', minWidth: '0' })
