import { Trash2Icon } from 'lucide-react'
import { useRef, useState } from 'react'
import { removeDraft, useDrafts } from '@/client/shared/drafts/use-draft'
import { readDraft } from '@/client/shared/event-form/event-values'
import { useFocusAfterRemoval } from '@/client/shared/layout/focus-after-removal'
import { ConfirmDialog } from '@/client/shared/loading/confirm-dialog'
import { timeAgo } from '@/client/shared/time/saved-age'
import { useDeviceNow } from '@/client/shared/time/use-now'
import { Button, IconButton } from '@/client/design-system/button'
import { smallText, subheadingText } from '@/client/design-system/text'
import { toOneLine } from '@/domain/text/plain-text'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import type { Draft } from '@/offline/outbox/drafts'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'

interface OtherDraftsProps {
  /** The draft of the form below is not among the others; undefined until it is opened. */
  token: string | undefined
  onOpen: (token: string) => void
}

/** The other half-written events on this device, also of another tab: to open, or to delete. */
export function OtherDrafts({ token, onOpen }: OtherDraftsProps) {
  const drafts = useDrafts('event/new')
  const [deleting, setDeleting] = useState<Draft>()
  const heading = useRef<HTMLHeadingElement>(null)
  const now = useDeviceNow()
  const others = drafts.filter((draft) => draft.token !== token && readDraft(draft.content) !== undefined)
  useFocusAfterRemoval(heading, others.length)
  if (token === undefined || others.length === 0) return null
  return (
    <section aria-labelledby="other-drafts" className={card({ pad: true })}>
      <h2 id="other-drafts" ref={heading} tabIndex={-1} className={subheadingText}>
        {m.form_drafts_title()}
      </h2>
      <ul>
        {others.map((draft) => {
          const title = titleOf(draft)
          return (
            <li key={draft.token} className={row}>
              <div className={facts}>
                <h3 className={name}>
                  <bdi>{title}</bdi>
                </h3>
                <p className={smallText}>
                  {m.outbox_written({ when: timeAgo(draft.writtenAt, now, getLocale()) })}
                </p>
              </div>
              <div className={cluster({ gap: '3' })}>
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={m.form_draft_open_of({ title })}
                  onClick={() => onOpen(draft.token)}
                >
                  {m.form_draft_open()}
                </Button>
                <IconButton
                  label={m.form_draft_delete_of({ title })}
                  icon={<Trash2Icon size="1.25rem" />}
                  onClick={() => setDeleting(draft)}
                />
              </div>
            </li>
          )
        })}
      </ul>
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
          // The whole section goes with its last row.
          finalFocus={() =>
            drafts.includes(deleting) ? null : (heading.current ?? document.querySelector('h1'))
          }
          onConfirm={() => {
            removeDraft(deleting)
            setDeleting(undefined)
          }}
        />
      )}
    </section>
  )
}

function titleOf({ content }: Draft): string {
  return toOneLine(readDraft(content)?.values.title ?? '') || m.form_draft_untitled()
}

const row = cluster({ gap: '3', paddingBlock: '3', '& + &': { borderTop: 'hairline' } })
const facts = css({ flex: '[1 1 10rem]', minWidth: '0' })
const name = css({ fontWeight: 'medium', overflowWrap: 'anywhere', lineClamp: 2 })
