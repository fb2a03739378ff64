import { ImageIcon, Trash2Icon } from 'lucide-react'
import { useRef, useState } from 'react'
import { removeDraft, useDrafts } from '@/client/shared/drafts/use-draft'
import { readDraft } from '@/client/shared/event-form/event-values'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { useLiveOutbox } from '@/client/shared/offline/use-live-device'
import { PhotoPreview } from '@/client/shared/photos/photo'
import { timeAgo } from '@/client/shared/time/saved-age'
import { useDeviceNow } from '@/client/shared/time/use-now'
import { Button, IconButton } from '@/client/design-system/button'
import { toOneLine } from '@/domain/text/plain-text'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import type { Draft } from '@/offline/outbox/drafts'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'

const ConfirmDialog = lazyPart(
  async () => (await import('@/client/design-system/overlays/confirm-dialog')).ConfirmDialog,
)

const SHOWN = 3

interface OtherDraftsProps {
  /** The draft of the form below is not among the others; undefined until it is opened. */
  token: string | undefined
  onOpen: (token: string) => void
}

/** The other half-written events on this device, also of another tab: to open, or to delete. */
export function OtherDrafts({ token, onOpen }: OtherDraftsProps) {
  const drafts = useDrafts('event/new')
  const [isAllShown, setAllShown] = useState(false)
  const [deleting, setDeleting] = useState<Draft>()
  const heading = useRef<HTMLHeadingElement>(null)
  const focusAfterwards = useRef<HTMLElement | null>(null)
  const others = drafts.filter((draft) => draft.token !== token && readDraft(draft.content) !== undefined)
  if (token === undefined || others.length === 0) return null
  return (
    <section aria-labelledby="other-drafts" className={card({ pad: true })}>
      <h2 id="other-drafts" ref={heading} tabIndex={-1} className={css({ textStyle: 'subheading' })}>
        {m.form_drafts_title()}
      </h2>
      <ul>
        {(isAllShown ? others : others.slice(0, SHOWN)).map((draft) => (
          <DraftRow
            key={draft.token}
            draft={draft}
            onOpen={() => onOpen(draft.token)}
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
          onConfirm={() => {
            // The whole section goes with its last row.
            focusAfterwards.current = others.length > 1 ? heading.current : document.querySelector('h1')
            removeDraft(deleting)
            setDeleting(undefined)
          }}
        />
      )}
    </section>
  )
}

interface DraftRowProps {
  draft: Draft
  onOpen: () => void
  onDelete: () => void
}

function DraftRow({ draft, onOpen, onDelete }: DraftRowProps) {
  const now = useDeviceNow()
  const name = titleOf(draft)
  return (
    <li className={row}>
      <span className={picture}>{draft.hasPhoto ? <DraftPhoto token={draft.token} /> : <ImageIcon />}</span>
      <div className={facts}>
        <h3 className={css({ fontWeight: 'medium', overflowWrap: 'anywhere', lineClamp: 2 })}>
          <bdi>{name}</bdi>
        </h3>
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
          icon={<Trash2Icon size="1.25rem" />}
          onClick={onDelete}
        />
      </div>
    </li>
  )
}

function DraftPhoto({ token }: { token: string }) {
  const photo = useLiveOutbox(async (outbox) => (await outbox.photo(token)) ?? 'none', [token])
  return typeof photo === 'string' ? (
    <ImageIcon />
  ) : (
    <PhotoPreview
      photo={photo}
      alt=""
      className={css({ width: 'full', height: 'full', objectFit: 'cover' })}
    />
  )
}

function titleOf({ content }: Draft): string {
  return toOneLine(readDraft(content)?.values.title ?? '') || m.form_draft_untitled()
}

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
const facts = css({ flex: '[1 1 10rem]', minWidth: '0' })
