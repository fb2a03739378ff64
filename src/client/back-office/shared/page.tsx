import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
  type RefObject,
} from 'react'
import { failureText } from '@/client/shared/forms/server-error-text'
import { itemsOf } from '@/client/shared/loading/query-client'
import { useInView } from '@/client/shared/loading/use-in-view'
import { outcomeOf } from '@/client/shared/offline/client-call'
import { Banner, EmptyState } from '@/client/design-system/banner'
import { Button, IconButton } from '@/client/design-system/button'
import { SearchIcon, TriangleAlertIcon, XIcon } from 'lucide-react'
import { Skeleton } from '@/client/design-system/skeleton'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import * as m from '@/messages/compiled/messages.js'
import { useSchemaForm, type SchemaFormOptions } from '@/client/shared/forms/use-schema-form'
import { Field } from '@/client/design-system/forms/field'
import { css, cx } from 'styled-system/css'
import { cluster, column } from 'styled-system/patterns'
import { card, input } from 'styled-system/recipes'
import { DetailsDialog } from './form-dialog'
import { DataTable, RowButton, type DataTableProps, type Facts } from './table'

export const text = {
  heading: css({ textStyle: 'subheading' }),
  muted: css({ color: 'fg.muted' }),
  small: css({ textStyle: 'small', color: 'fg.muted' }),
  strong: css({ fontWeight: 'medium', overflowWrap: 'anywhere' }),
  /** On a line of its own below another. */
  below: css({ display: 'block', textStyle: 'small', color: 'fg.muted' }),
}

interface ListStates<T> {
  list: UseInfiniteQueryResult<InfiniteData<{ items: T[]; has_more: boolean }>>
  empty: string
  failed: string
  Icon?: typeof SearchIcon
}

interface PagedListProps<T> extends ListStates<T> {
  children: (items: T[]) => ReactNode
}

/** A list of the back office in all its states; the next page comes as its end comes into view. */
export function PagedList<T extends { id: string }>(props: PagedListProps<T>) {
  const { list, empty, failed, Icon = SearchIcon, children } = props
  // After a failure only the button tries again.
  const isReady = list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError
  const end = useInView(isReady, () => void list.fetchNextPage())
  const items = itemsOf(list.data?.pages)
  return (
    <>
      {list.isPending ? <ListSkeleton /> : null}
      {list.isError && !list.isFetchNextPageError ? <LoadFailed title={failed} query={list} /> : null}
      {/* The empty list is announced, too: it may be what a search has found. */}
      <div aria-live="polite" className={contents}>
        {list.isSuccess && items.length === 0 && !list.hasNextPage ? (
          <EmptyState title={empty} art={<Icon size="2.5rem" />} />
        ) : null}
      </div>
      {items.length > 0 ? children(items) : null}
      {list.hasNextPage ? (
        <div ref={end} className={column({ justifyItems: 'center' })}>
          {list.isFetchNextPageError ? (
            <Banner tone="danger" role="alert" title={failed}>
              {failureText(outcomeOf(list.error))}
            </Banner>
          ) : null}
          <Button
            variant="secondary"
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {list.isFetchNextPageError ? m.admin_try_again() : m.admin_show_more()}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** A list of rows that are read from a table. */
export function PagedTable<T extends { id: string }>(
  props: ListStates<T> & Pick<DataTableProps<T>, 'label' | 'columns' | 'renderActions'>,
) {
  const { label, columns, renderActions, ...states } = props
  return (
    <PagedList {...states}>{(rows) => <DataTable {...{ label, columns, renderActions, rows }} />}</PagedList>
  )
}

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

export function ListSkeleton() {
  return (
    <div className={column({ minWidth: '0' })}>
      <LiveRegion>{m.admin_loading()}</LiveRegion>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height="4rem" />
      ))}
    </div>
  )
}

const contents = css({ display: 'contents' })

interface LoadFailedProps {
  title: string
  query: Pick<UseQueryResult<unknown>, 'error' | 'isFetching' | 'refetch'>
}

export function LoadFailed({ title, query }: LoadFailedProps) {
  return (
    <div role="alert">
      <EmptyState
        title={title}
        art={<TriangleAlertIcon size="2.5rem" />}
        actions={
          <Button variant="secondary" busy={query.isFetching} onClick={() => void query.refetch()}>
            {m.admin_try_again()}
          </Button>
        }
      >
        {failureText(outcomeOf(query.error))}
      </EmptyState>
    </div>
  )
}

/** Stands where the data of a query is not there yet, or could not be fetched. */
export function QueryState({ query, failed }: { query: UseQueryResult<unknown>; failed: string }) {
  if (query.isPending) return <ListSkeleton />
  return query.isError ? <LoadFailed title={failed} query={query} /> : null
}

interface PageProps {
  title: string
  /** Takes the focus where one step of the page follows another. */
  heading?: RefObject<HTMLHeadingElement | null>
  intro?: string
  action?: ReactNode
  /** It is no wider than a form is filled in with ease. */
  isForm?: boolean
  children: ReactNode
}

export function Page({ title, heading, intro, action, isForm = false, children }: PageProps) {
  return (
    <div className={cx(frame, isForm && css({ maxWidth: 'form' }))}>
      <div className={cluster({ gap: '4', justify: 'space-between' })}>
        <h1 ref={heading} tabIndex={-1} className={css({ textStyle: 'title' })}>
          {title}
        </h1>
        {action}
      </div>
      {intro === undefined ? null : <p className={text.muted}>{intro}</p>}
      {children}
    </div>
  )
}

interface SectionProps {
  title: string
  /** Stands beside the heading. */
  aside?: ReactNode
  children: ReactNode
}

/** A card of a page, named by its heading. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cx(card({ pad: true }), section)}>
      <div className={cluster({ gap: '2', justify: 'space-between' })}>
        <h2 id={id} className={text.heading}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

const frame = column({ gap: '5', overflowWrap: 'anywhere' })
const section = column({
  alignContent: 'start',
  minWidth: '0',
  overflowWrap: 'anywhere',
  '& > :is(.button, a)': { justifySelf: 'start' },
})

/** A page of two columns where there is room; in one, what is read first comes first. */
export const twoColumns = css({
  display: 'grid',
  gap: '6',
  alignItems: 'start',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', lg: '[minmax(0, 3fr) minmax(0, 2fr)]' },
})
export const oneColumn = column({ gap: '6', minWidth: '0' })

type SearchText = Record<'text', string>

interface SearchFormProps {
  label: string
  maxLength?: number
  placeholder?: string
  searchLabel: string
  clearLabel: string
  schema: SchemaFormOptions<SearchText, SearchText>['schema']
  value: string
  onSearch: (text: string) => void
}

/** A text to search for: Enter or the button searches, empty or the other button clears (rules 2.12). */
export function SearchForm(props: SearchFormProps) {
  const { label, placeholder, searchLabel, clearLabel, schema, value, onSearch, maxLength } = props
  const control = useRef<HTMLInputElement>(null)
  const { form, fields, formProps } = useSchemaForm({
    schema,
    initialValues: { text: value },
    onValid: async (typed) => onSearch(typed.text),
  })
  const { error, ...wired } = fields.text
  // The address changes by other ways too: back, or all filters cleared.
  useEffect(() => form.reset({ text: value }), [form, value])
  const clear = () => {
    form.reset({ text: '' })
    onSearch('')
    control.current?.focus()
  }
  return (
    <form {...formProps}>
      <Field label={label} {...(error !== undefined && { error })}>
        {(wiring) => (
          <div className={row}>
            <input
              maxLength={maxLength}
              {...wired}
              {...wiring}
              ref={control}
              type="text"
              placeholder={placeholder}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="search"
              className={input({ kind: 'text' })}
            />
            <IconButton type="submit" label={searchLabel} icon={<SearchIcon />} />
            {wired.value === '' && value === '' ? null : (
              <IconButton label={clearLabel} icon={<XIcon />} onClick={clear} />
            )}
          </div>
        )}
      </Field>
    </form>
  )
}

const row = css({ display: 'flex', gap: '1', minWidth: '0' })
