import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { EllipsisIcon, InboxIcon } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { DeleteDialog } from '@/client/back-office/shared/form-dialog'
import { DismissFindings, ImportFindings } from '@/client/back-office/shared/import-findings'
import { importSourcesQuery } from '@/client/back-office/shared/named-queries'
import { QueryState } from '@/client/back-office/shared/page'
import { Cell, RowActions, RowButton, Table } from '@/client/back-office/shared/table'
import { EmptyState } from '@/client/design-system/banner'
import { PopoverMenu, needsPopover } from '@/client/design-system/overlays/popover-menu'
import { Spinner } from '@/client/design-system/skeleton'
import { timeAgo } from '@/client/shared/time/saved-age'
import { useNow } from '@/client/shared/time/use-now'
import { deleteImportSource, type ImportSource, type previewImport } from '@/contract/back-office/import'
import type { CallInput } from '@/contract/endpoint'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { iconButton, textLink } from 'styled-system/recipes'
import { ACCEPTED_FILES, readFile } from './source-form'

interface SourcesProps {
  /** The calendar that is being read, or was read last. */
  reading: string | undefined
  isReading: boolean
  failed: string | undefined
  onRead: (known: ImportSource, source: CallInput<typeof previewImport>['body']['source']) => void
  onEdit: (source: ImportSource) => void
}

/** The partners' calendars, those with news first. */
export function Sources({ reading, isReading, failed, onRead, onEdit }: SourcesProps) {
  const sources = useQuery(importSourcesQuery())
  const [removing, setRemoving] = useState<ImportSource>()
  const close = () => setRemoving(undefined)
  const columns = [
    m.import_source_name(),
    m.import_source_found(),
    m.import_source_events(),
    m.import_source_actions(),
  ]
  return (
    <>
      <QueryState query={sources} failed={m.import_sources_failed()} />
      {sources.data?.length === 0 ? (
        <EmptyState title={m.import_sources_none()} art={<InboxIcon size="2.5rem" />}>
          {m.import_sources_none_text()}
        </EmptyState>
      ) : null}
      {sources.data && sources.data.length > 0 ? (
        <Table label={m.import_sources()} columns={columns}>
          {sources.data.map((source) => (
            <SourceRow
              key={source.id}
              source={source}
              isReading={isReading && reading === source.id}
              failed={reading === source.id ? failed : undefined}
              onRead={onRead}
              onEdit={onEdit}
              onRemove={setRemoving}
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
          onDeleted={close}
        />
      ) : null}
    </>
  )
}

interface SourceRowProps extends Omit<SourcesProps, 'reading'> {
  source: ImportSource
  onRemove: (source: ImportSource) => void
}

function SourceRow({ source, isReading, failed, onRead, onEdit, onRemove }: SourceRowProps) {
  const { id, name, url, events, on_review: onReview } = source
  const menu = useId()
  const file = useRef<HTMLInputElement>(null)
  const [fileError, setFileError] = useState<string>()
  const error = failed ?? fileError
  const sendFile = async (chosen: File) => {
    const read = await readFile(chosen)
    setFileError('error' in read ? read.error : undefined)
    if ('file' in read) onRead(source, { id, name, file: read.file })
  }
  return (
    <tr>
      <Cell label={m.import_source_name()}>
        <bdi className={strong}>{name}</bdi>
        <span className={small}>
          {url === undefined ? m.import_source_file() : <bdi>{hostOf(url)}</bdi>}
          {source.is_nightly ? `, ${m.import_source_nightly()}` : null}
        </span>
      </Cell>
      <Cell label={m.import_source_found()}>
        {isReading ? (
          <span className={cluster({ gap: '2' })}>
            <Spinner /> {m.import_previewing()}
          </span>
        ) : error === undefined ? (
          <LastReading source={source} />
        ) : (
          <span role="alert" className={wrong}>
            {error}
          </span>
        )}
      </Cell>
      <Cell label={m.import_source_events()}>
        {events}
        {onReview > 0 ? (
          <Link
            to="/backoffice/events"
            search={{ source: id }}
            className={cx(textLink(), small)}
            aria-label={m.import_source_on_review_of({ name, n: onReview })}
          >
            {m.import_source_on_review({ n: onReview })}
          </Link>
        ) : null}
      </Cell>
      <Cell>
        <RowActions>
          {url === undefined ? (
            <>
              <input
                ref={file}
                type="file"
                accept={ACCEPTED_FILES}
                hidden
                onChange={({ target }) => {
                  const [chosen] = target.files ?? []
                  if (chosen) void sendFile(chosen)
                  // The same file may be chosen again, once it was mended.
                  target.value = ''
                }}
              />
              <RowButton
                busy={isReading}
                name={m.import_again_file_of({ name })}
                onClick={() => file.current?.click()}
              >
                {m.import_again_file()}
              </RowButton>
            </>
          ) : (
            <RowButton
              busy={isReading}
              name={m.import_again_of({ name })}
              onClick={() => onRead(source, { id })}
            >
              {m.import_again()}
            </RowButton>
          )}
          <button
            type="button"
            popoverTarget={menu}
            aria-label={m.import_menu_of({ name })}
            title={m.import_menu_of({ name })}
            className={cx(iconButton(), needsPopover)}
          >
            <EllipsisIcon size="1.25rem" />
          </button>
          <PopoverMenu id={menu}>
            <button type="button" onClick={() => onEdit(source)}>
              {m.import_edit()}
            </button>
            <button type="button" onClick={() => onRemove(source)}>
              {m.import_remove_source()}
            </button>
          </PopoverMenu>
        </RowActions>
      </Cell>
    </tr>
  )
}

function LastReading({
  source: { id, name, read_at: readAt, findings, is_news: isNews },
}: {
  source: ImportSource
}) {
  const now = useNow()
  if (readAt === undefined) return '–'
  const isEmpty = findings === undefined || Object.values(findings).every((found) => found === 0)
  return (
    <>
      {isEmpty ? <span>{m.import_found_none()}</span> : <ImportFindings findings={findings} />}
      <span className={cx(cluster({ gap: '2' }), small)}>
        {m.import_read_at({ ago: timeAgo(readAt * 1000, now * 1000, getLocale()) })}
        {isNews ? <DismissFindings id={id} name={name} readAt={readAt} /> : null}
      </span>
    </>
  )
}

function hostOf(url: string): string {
  return /^\w+:\/\/([^/?#]+)/.exec(url)?.[1] ?? url
}

const strong = css({ fontWeight: 'medium' })
const small = css({ display: 'block', textStyle: 'small', color: 'fg.muted' })
const wrong = css({ color: 'danger.fg' })
