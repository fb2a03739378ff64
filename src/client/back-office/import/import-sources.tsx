import { useQuery } from '@tanstack/react-query'
import { InboxIcon } from 'lucide-react'
import { useRef } from 'react'
import { useQuestion } from '@/client/back-office/shared/form-dialog'
import { DismissFindings, ImportFindings } from '@/client/back-office/shared/import-findings'
import { importSourcesQuery } from '@/client/back-office/shared/back-office-queries'
import { QueryState, text } from '@/client/back-office/shared/page'
import { DataTable, RowButton, type Columns } from '@/client/back-office/shared/table'
import { EmptyState } from '@/client/design-system/banner'
import { toast } from '@/client/shared/notifications/toast'
import { timeAgo } from '@/client/shared/time/saved-age'
import { useNow } from '@/client/shared/time/use-now'
import { deleteImportSource, type ImportSource } from '@/contract/back-office/import'
import { TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import type { Attempt } from './import-rows'
import { ACCEPTED_FILES, readFile } from './source-form'

interface SourcesProps {
  /** The calendar that is being read. */
  reading: string | undefined
  onRead: (attempt: Attempt) => void
  onEdit: (source: ImportSource) => void
}

/** The partners' calendars, those with news first. */
export function Sources({ reading, onRead, onEdit }: SourcesProps) {
  const sources = useQuery(importSourcesQuery())
  const { ask, dialog } = useQuestion()
  const remove = ({ id, name }: ImportSource) =>
    ask({
      title: m.import_remove_source_title(),
      text: m.import_remove_source_text({ name }),
      confirmLabel: m.import_remove_source(),
      done: m.import_source_removed(),
      failed: m.import_remove_source_failed(),
      send: (api) => api.call(deleteImportSource, { params: { id } }),
    })
  return (
    <>
      <QueryState query={sources} failed={m.import_sources_failed()} />
      {sources.data?.length === 0 ? (
        <EmptyState title={m.import_sources_none()} art={<InboxIcon size="2.5rem" />}>
          {m.import_sources_none_text()}
        </EmptyState>
      ) : null}
      {sources.data && sources.data.length > 0 ? (
        <DataTable
          label={m.import_sources()}
          rows={sources.data}
          columns={COLUMNS}
          renderActions={(source) => (
            <>
              <ReadAgain source={source} isBusy={reading === source.id} onRead={onRead} />
              <RowButton name={m.import_edit_of(source)} onClick={() => onEdit(source)}>
                {m.import_edit()}
              </RowButton>
              <RowButton name={m.import_remove_source_of(source)} onClick={() => remove(source)}>
                {m.import_remove_source()}
              </RowButton>
            </>
          )}
        />
      ) : null}
      {dialog}
    </>
  )
}

const COLUMNS: Columns<ImportSource> = [
  [m.import_source_name, (source) => <SourceName source={source} />],
  [m.import_source_found, (source) => <LastReading source={source} />],
  [m.import_source_events, (source) => <SourceEvents source={source} />],
]

function SourceName({ source: { name, url, is_nightly: isNightly } }: { source: ImportSource }) {
  return (
    <>
      <bdi className={text.strong}>{name}</bdi>
      <span className={text.below}>
        {url === undefined ? m.import_source_file() : <bdi>{/^\w+:\/\/([^/?#]+)/.exec(url)?.[1] ?? url}</bdi>}
        {isNightly ? `, ${m.import_source_nightly()}` : null}
      </span>
    </>
  )
}

function SourceEvents({ source: { id, name, events, on_review: n } }: { source: ImportSource }) {
  return (
    <>
      {events}
      {n > 0 ? (
        <TextLink
          to="/backoffice/events"
          search={{ source: id }}
          className={text.below}
          aria-label={m.import_source_on_review_of({ name, n })}
        >
          {m.import_source_on_review({ n })}
        </TextLink>
      ) : null}
    </>
  )
}

interface ReadAgainProps extends Pick<SourcesProps, 'onRead'> {
  source: ImportSource
  isBusy: boolean
}

/** Reads a calendar by its address, or a newer file of it. */
function ReadAgain({ source, isBusy, onRead }: ReadAgainProps) {
  const { id, name, url } = source
  const file = useRef<HTMLInputElement>(null)
  const read = (sent: Attempt['source']) => onRead({ source: sent, settings: {}, known: source })
  if (url !== undefined)
    return (
      <RowButton busy={isBusy} name={m.import_again_of({ name })} onClick={() => read({ id })}>
        {m.import_again()}
      </RowButton>
    )
  const sendFile = async (chosen: File) => {
    const bytes = await readFile(chosen)
    if ('error' in bytes) toast.error(m.import_preview_failed(), { description: bytes.error })
    else read({ id, name, file: bytes.file })
  }
  return (
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
      <RowButton busy={isBusy} name={m.import_again_file_of({ name })} onClick={() => file.current?.click()}>
        {m.import_again_file()}
      </RowButton>
    </>
  )
}

function LastReading({ source }: { source: ImportSource }) {
  const now = useNow()
  const { id, name, read_at: readAt, findings, is_news: isNews } = source
  if (readAt === undefined) return '–'
  const isEmpty = findings === undefined || Object.values(findings).every((found) => found === 0)
  return (
    <>
      {isEmpty ? <span>{m.import_found_none()}</span> : <ImportFindings findings={findings} />}
      <span className={cx(cluster({ gap: '2' }), text.small)}>
        {m.import_read_at({ ago: timeAgo(readAt * 1000, now * 1000, getLocale()) })}
        {isNews ? <DismissFindings id={id} name={name} readAt={readAt} /> : null}
      </span>
    </>
  )
}
