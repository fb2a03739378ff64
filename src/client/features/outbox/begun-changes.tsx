import { toOneLine } from '@/domain/text/plain-text'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { readDraftContent } from '@/client/shared/event-form/draft/use-draft'
import { topicLabel } from '@/client/shared/forms/support-topic-labels'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { loadOfflineClient, report } from '@/client/shared/offline/offline-client'
import { useLiveOutbox } from '@/client/shared/outbox/use-live-outbox'
import { timeAgo } from '@/client/shared/time/saved-age'
import { useDeviceNow } from '@/client/shared/time/use-now'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { editedEntryOf } from '@/offline/outbox/drafts/drafts'
import type { StoredDraft } from '@/offline/outbox/drafts/drafts'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'
import { button, card } from 'styled-system/recipes'

const ConfirmDialog = lazyPart(
  async () => (await import('@/client/design-system/overlays/confirm-dialog')).ConfirmDialog,
)

/** The part of a message's draft that names it. */
const messageSchema = z.object({ topic: z.string(), message: z.string() })

interface BegunChangesProps {
  /** The entries whose own row leads to what was changed in them. */
  unsentIds: readonly string[]
}

/** The changes that were begun to an entry and not saved before it was sent or discarded: to open, or to delete. */
export function BegunChanges({ unsentIds }: BegunChangesProps) {
  const stored = useLiveOutbox(({ drafts }) => drafts.listEdits(), [])
  const now = useDeviceNow()
  const [deleting, setDeleting] = useState<StoredDraft>()
  const isDeleted = useRef(false)
  const begun = Array.isArray(stored)
    ? stored.flatMap((draft) => {
        const shown = unsentIds.includes(editedEntryOf(draft)) ? undefined : shownOf(draft)
        return shown === undefined ? [] : [{ draft, ...shown }]
      })
    : []
  if (begun.length === 0) return null
  const remove = async (draft: StoredDraft) => {
    const { outbox } = await loadOfflineClient()
    await outbox.drafts
      .remove(draft)
      .catch((error: unknown) => report('A draft could not be deleted.', error))
    isDeleted.current = true
    setDeleting(undefined)
  }
  return (
    <section aria-labelledby="begun-changes" className={stack({ gap: '3' })}>
      <h2 id="begun-changes" className={css({ textStyle: 'subheading' })}>
        {m.outbox_changes_heading()}
      </h2>
      <p className={muted}>{m.outbox_changes_text()}</p>
      <ul className={stack({ gap: '3' })}>
        {begun.map(({ draft, title, to }) => (
          <li key={draft.key.token} className={card({ pad: true })}>
            <h3 className={name}>
              <bdi>{title}</bdi>
            </h3>
            <p className={muted}>{m.outbox_written({ when: timeAgo(draft.writtenAt, now, getLocale()) })}</p>
            <div className={actions}>
              <Link
                to={to}
                search={{ edit: editedEntryOf(draft) }}
                state={{ draft: draft.key.token }}
                aria-label={m.outbox_changes_open_of({ title })}
                className={button({ variant: 'secondary', size: 'sm' })}
              >
                {m.outbox_changes_open()}
              </Link>
              <Button
                variant="ghost"
                size="sm"
                aria-label={m.form_draft_delete_of({ title })}
                onClick={() => {
                  isDeleted.current = false
                  setDeleting(draft)
                }}
              >
                {m.form_draft_delete()}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {deleting === undefined ? null : (
        <ConfirmDialog
          open
          onClose={() => setDeleting(undefined)}
          title={m.form_draft_delete_title()}
          description={m.form_draft_delete_text({ title: shownOf(deleting)?.title ?? '' })}
          confirmLabel={m.form_draft_delete()}
          cancelLabel={m.outbox_discard_cancel()}
          closeLabel={m.outbox_close()}
          tone="danger"
          // The row goes with the focus.
          finalFocus={() => (isDeleted.current ? document.querySelector('h1') : null)}
          onConfirm={() => void remove(deleting)}
        />
      )}
    </section>
  )
}

/** The title by which a person knows it, and where it is opened; undefined when another version wrote it differently. */
function shownOf({ content }: StoredDraft): { title: string; to: '/add-event' | '/contacts' } | undefined {
  const event = readDraftContent(content)
  if (event) return { title: toOneLine(event.values.title) || m.form_draft_untitled(), to: '/add-event' }
  const message = messageSchema.safeParse(content).data
  if (message === undefined) return undefined
  const { topic } = message
  const title = topic === '' ? m.outbox_kind_message() : m.outbox_message_title({ topic: topicLabel(topic) })
  return { title, to: '/contacts' }
}

const muted = css({ textStyle: 'small', color: 'fg.muted' })
const name = css({ fontWeight: 'bold', overflowWrap: 'anywhere' })
const actions = css({ display: 'flex', flexWrap: 'wrap', gap: '2', marginTop: '4' })
