import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { dateText } from '@/client/shared/time/event-dates'
import { Button } from '@/client/design-system/button'
import { deleteImportSource } from '@/contract/back-office/import-sources'
import type { ImportSource } from '@/contract/back-office/import-sources'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { LoadFailed } from '@/client/back-office/layout/lists/load-failed'
import { ListSkeleton } from '@/client/back-office/layout/lists/paged-list'
import { Cell, Table } from '@/client/back-office/layout/lists/table'
import { DeleteDialog } from '@/client/back-office/layout/dialogs/delete-dialog'
import { useFinalFocus } from '@/client/back-office/layout/dialogs/use-final-focus'
import { importSourcesQuery } from '@/client/back-office/layout/lists/search/named-queries'
import { NightlySwitch } from './nightly-switch'
import { ApproveWaiting } from './approve-waiting'
import type { ImportRequest } from '../import-calls'

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
      {sources.isPending ? <ListSkeleton /> : null}
      {sources.isError ? (
        <LoadFailed
          title={m.import_sources_failed()}
          error={sources.error}
          onRetry={() => void sources.refetch()}
        />
      ) : null}
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
            <Button
              variant="secondary"
              size="sm"
              busy={isBusy}
              aria-label={m.import_again_of({ name })}
              onClick={() => onAgain({ source: { url }, defaults, columns })}
            >
              {m.import_again()}
            </Button>
          ) : null}
          <Button
            variant="secondary"
            size="sm"
            aria-label={m.import_remove_source_of({ name })}
            onClick={onRemove}
          >
            {m.import_remove_source()}
          </Button>
        </div>
      </Cell>
    </tr>
  )
}

const section = css({ display: 'grid', gap: '3', minWidth: '0' })
const muted = css({ color: 'fg.muted' })
const subtitle = css({ textStyle: 'subheading' })
