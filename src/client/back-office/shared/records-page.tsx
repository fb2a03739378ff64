import { useState, type ComponentProps } from 'react'
import * as m from '@/messages/compiled/messages.js'
import { DetailsDialog } from './form-dialog'
import { Page, PagedTable } from './page'
import { RowButton, type Facts } from './table'

interface RecordsPageProps<T extends { id: string }> extends Omit<
  ComponentProps<typeof PagedTable<T>>,
  'label' | 'renderActions'
> {
  title: string
  /** Names the button of a row to a screen reader. */
  nameOf: (record: T) => string
  detailsTitle: string
  renderFacts: (record: T) => ComponentProps<typeof Facts>['of']
}

/** A list to read, with a dialog for the whole record. */
export function RecordsPage<T extends { id: string }>(props: RecordsPageProps<T>) {
  const { title, nameOf, detailsTitle, renderFacts, ...table } = props
  const [opened, setOpened] = useState<T>()
  return (
    <Page title={title}>
      <PagedTable
        {...table}
        label={title}
        renderActions={(record) => (
          <RowButton name={nameOf(record)} onClick={() => setOpened(record)}>
            {m.admin_people_details()}
          </RowButton>
        )}
      />
      {opened ? (
        <DetailsDialog title={detailsTitle} onClose={() => setOpened(undefined)} of={renderFacts(opened)} />
      ) : null}
    </Page>
  )
}
