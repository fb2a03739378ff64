import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, useId } from 'react'
import { dateText } from '@/client/shared/time/event-dates'
import { Button } from '@/client/design-system/button'
import { deleteImportSource, setImportNightly } from '@/contract/back-office/import'
import type { ImportSource } from '@/contract/back-office/import'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { QueryState } from '@/client/back-office/shared/page'
import { Cell, Table, RowButton } from '@/client/back-office/shared/table'
import { DeleteDialog, useFinalFocus, orPageHeading } from '@/client/back-office/shared/form-dialog'
import { importSourcesQuery } from '@/client/back-office/shared/named-queries'
import { waitingOf } from './import-calls'
import type { ImportRequest } from './import-calls'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { toast } from '@/client/shared/notifications/toast'
import { timeAgo } from '@/client/shared/time/saved-age'
import { useNow } from '@/client/shared/time/use-now'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import { VisuallyHidden } from '@/client/design-system/visually-hidden'
import { DismissFindings, ImportFindings } from '@/client/back-office/shared/import-findings'
import { useWrite } from '@/client/back-office/shared/use-write'
import { Banner } from '@/client/design-system/banner'
import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import { useBatch } from '@/client/back-office/shared/review'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'

interface ImportSourcesProps {
  isBusy: boolean
  onAgain: (request: ImportRequest) => void
}

/** The calendars that were imported: those with an address are imported again from here. */
export function ImportSources({ isBusy, onAgain }: ImportSourcesProps) {
  const sources = useQuery(importSourcesQuery())
  const [removing, setRemoving] = useState<ImportSource>()
  const heading = useRef<HTMLHeadingElement>(null)
  const { finalFocus, markRemoved } = useFinalFocus(heading)
  const close = () => setRemoving(undefined)
  const columns = [
    m.import_source_name(),
    m.import_source_last(),
    m.import_source_events(),
    m.import_source_actions(),
  ]
  return (
    <section className={section}>
      <h2 ref={heading} tabIndex={-1} className={subtitle}>
        {m.import_sources()}
      </h2>
      <QueryState query={sources} failed={m.import_sources_failed()} />
      {sources.data?.length === 0 ? <p className={muted}>{m.import_sources_none()}</p> : null}
      {sources.data && sources.data.length > 0 ? (
        <Table label={m.import_sources()} columns={columns}>
          {sources.data.map((source) => (
            <SourceRow
              key={source.id}
              source={source}
              isBusy={isBusy}
              onAgain={onAgain}
              onRemove={() => setRemoving(source)}
            />
          ))}
        </Table>
      ) : null}
      {removing ? (
        <DeleteDialog
          endpoint={deleteImportSource}
          input={{ params: { id: removing.id } }}
          title={m.import_remove_source_title()}
          text={m.import_remove_source_text({ name: removing.name })}
          confirmLabel={m.import_remove_source()}
          done={m.import_source_removed()}
          failed={m.import_remove_source_failed()}
          onClose={close}
          finalFocus={finalFocus}
          onDeleted={() => {
            markRemoved()
            close()
          }}
        />
      ) : null}
    </section>
  )
}

interface SourceRowProps extends ImportSourcesProps {
  source: ImportSource
  onRemove: () => void
}

function SourceRow({ source, isBusy, onAgain, onRemove }: SourceRowProps) {
  const { name, url, defaults, columns, last_run_at: lastRunAt } = source
  return (
    <tr>
      <Cell label={m.import_source_name()}>
        <bdi>{name}</bdi>
        {url === undefined ? null : <NightlySwitch source={source} />}
      </Cell>
      <Cell label={m.import_source_last()}>
        {lastRunAt === undefined ? '–' : dateText(lastRunAt, getLocale())}
      </Cell>
      <Cell label={m.import_source_events()}>{source.events}</Cell>
      <Cell>
        <div className={cluster({ gap: '2' })}>
          <ApproveWaiting source={source} />
          {url !== undefined && defaults !== undefined ? (
            <RowButton
              busy={isBusy}
              name={m.import_again_of({ name })}
              onClick={() => onAgain({ source: { url }, defaults, columns })}
            >
              {m.import_again()}
            </RowButton>
          ) : null}
          <RowButton name={m.import_remove_source_of({ name })} onClick={onRemove}>
            {m.import_remove_source()}
          </RowButton>
        </div>
      </Cell>
    </tr>
  )
}

const section = css({ display: 'grid', gap: '3', minWidth: '0' })
const muted = css({ color: 'fg.muted' })
const subtitle = css({ textStyle: 'subheading' })

/**
 * Approves what of an earlier import still waits for a review. What that is by now is fetched when it is asked for; the result stays, also
 * when nothing waits any more.
 */
function ApproveWaiting({ source: { id, name, on_review: n } }: { source: ImportSource }) {
  const queryClient = useQueryClient()
  const waiting = useMutation({
    mutationFn: () => waitingOf(id),
    networkMode: 'always',
    onSuccess: (ids) => {
      if (ids.length > 0) return
      toast.success(m.import_approve_waiting_none())
      void queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY })
    },
    onError: () => toast.error(m.import_approve_waiting_failed(), { durationMs: 5000 }),
  })
  const close = () => waiting.reset()
  if (waiting.data !== undefined && waiting.data.length > 0)
    return <ApproveImported ids={waiting.data} isInitiallyOpen onClose={close} />
  if (n === 0) return null
  return (
    <RowButton
      variant="primary"
      busy={waiting.isPending}
      name={m.import_approve_waiting_of({ name, n })}
      onClick={() => waiting.mutate()}
    >
      {m.import_approve_waiting({ n })}
    </RowButton>
  )
}

function NightlySwitch({ source }: { source: ImportSource }) {
  const { id, name, is_nightly: isNightly, read_at: readAt, findings } = source
  const now = useNow()
  const hintId = useId()
  const write = useWrite(setImportNightly, {
    done: ({ body }) => (body.is_nightly ? m.import_nightly_on() : m.import_nightly_off()),
    failed: m.import_nightly_failed(),
  })
  return (
    <div className={frame}>
      <Checkbox
        label={
          <>
            <span aria-hidden>{m.import_nightly()}</span>
            <VisuallyHidden>{m.import_nightly_of({ name })}</VisuallyHidden>
          </>
        }
        describedBy={hintId}
        // The switch shows at once how it will be.
        checked={write.isPending ? write.variables.body.is_nightly : isNightly}
        onChange={(is_nightly) => write.mutate({ params: { id }, body: { is_nightly } })}
      />
      <span id={hintId} className={nightlySwitchMuted}>
        {m.import_nightly_hint()}
      </span>
      {isNightly && readAt !== undefined ? (
        <span className={nightlySwitchMuted}>
          {m.import_read_at({ ago: timeAgo(readAt * 1000, now * 1000, getLocale()) })}
        </span>
      ) : null}
      {findings === undefined || readAt === undefined ? null : (
        <>
          <ImportFindings findings={findings} />
          <div>
            <DismissFindings id={id} name={name} readAt={readAt} />
          </div>
        </>
      )}
    </div>
  )
}

const frame = css({ display: 'grid', gap: '2', marginTop: '1', minWidth: '0' })
const nightlySwitchMuted = css({ textStyle: 'small', color: 'fg.muted' })

interface ApproveImportedProps {
  ids: readonly string[]
  isInitiallyOpen?: boolean
  onClose?: () => void
}

export function ApproveImported({ ids, isInitiallyOpen = false, onClose }: ApproveImportedProps) {
  const [isOpen, setOpen] = useState(isInitiallyOpen)
  /** The ids that the next press approves: a call that failed leaves the rest. */
  const [left, setLeft] = useState(ids)
  /** It goes with what it has approved, and with this part of the page. */
  const button = useRef<HTMLButtonElement>(null)
  const [failed, setFailed] = useState<readonly string[]>([])
  const approve = useBatch((result) => {
    setLeft(result.failed)
    setFailed(result.failed)
    setOpen(false)
    if (result.failed.length === 0) onClose?.()
  })
  return (
    <>
      {failed.length > 0 || approve.isError ? (
        <Banner tone="danger" role="alert" title={m.import_approve_failed({ n: left.length })}>
          {m.admin_events_changed_meanwhile()}
        </Banner>
      ) : null}
      {left.length === 0 ? null : (
        <Button ref={button} busy={approve.isPending} onClick={() => setOpen(true)}>
          {left.length === 1 ? m.import_approve_one() : m.import_approve_all({ n: left.length })}
        </Button>
      )}
      {isOpen ? (
        <ConfirmDialog
          open
          onClose={() => {
            setOpen(false)
            onClose?.()
          }}
          title={m.import_approve_title()}
          description={m.import_approve_text({ n: left.length })}
          confirmLabel={m.admin_approve()}
          cancelLabel={m.admin_cancel()}
          closeLabel={m.admin_close()}
          busy={approve.isPending}
          finalFocus={() => orPageHeading(button.current)}
          onConfirm={() =>
            approve.mutate({ action: 'approve', ids: left }, { onError: () => setOpen(false) })
          }
        />
      ) : null}
    </>
  )
}
