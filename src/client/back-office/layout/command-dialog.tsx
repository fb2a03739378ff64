import {
  ComboboxContent,
  ComboboxControl,
  ComboboxInput,
  ComboboxItem,
  ComboboxItemGroup,
  ComboboxItemGroupLabel,
  ComboboxLabel,
  ComboboxRoot,
  createListCollection,
} from '@ark-ui/react/combobox'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { keepPreviousData, useQuery, type QueryClient } from '@tanstack/react-query'
import { Dialog } from '@/client/design-system/overlays/dialog'
import * as m from '@/messages/compiled/messages.js'
import { callApi, findTags, tagsQuery } from '@/client/back-office/shared/back-office-queries'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { cardDate } from '@/client/shared/time/event-dates'
import { pause } from '@/client/shared/time/use-now'
import { listBackOfficeEvents } from '@/contract/back-office/back-office-events'
import { listAddresses, listUsers } from '@/contract/back-office/back-office-people'
import { foldText, toOneLine } from '@/domain/text/plain-text'
import { STATUS_LABELS } from '@/client/back-office/shared/event-labels'
import { ENTRIES } from './navigation'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css, cx } from 'styled-system/css'
import { visuallyHidden } from 'styled-system/patterns'
import { combobox } from 'styled-system/recipes'
import { searchText } from '@/domain/events/event-search'

/** The search waits this long after the last key: a word is searched for, not each of its letters. */
const DEBOUNCE_MS = 150
/** How many of a kind are shown: more words find what is not among them. */
const MOST = 5

const KINDS = {
  page: m.admin_command_pages,
  event: m.admin_command_events,
  person: m.admin_command_people,
  tag: m.admin_command_tags,
}

interface Command {
  kind: keyof typeof KINDS
  /** The address that it leads to. */
  value: string
  label: string
  detail?: string
  /** Found for an earlier text: still shown, but cannot be chosen. */
  isOutdated?: boolean
}

/** Finds events, people, tags and pages, and leads there: a combobox whose list is always open. */
export function CommandDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  /** Enter was pressed while the text was still searched for: it leads to what is found first. */
  const isEntered = useRef(false)
  const { commands, isPending, isError } = useCommands(text)
  const collection = createListCollection<Command>({
    items: commands,
    itemToString: ({ label }) => label,
    groupBy: ({ kind }) => kind,
    isItemDisabled: ({ isOutdated }) => isOutdated === true,
  })
  const choose = (chosen: Command | undefined) => {
    if (chosen === undefined) return
    onClose()
    router.history.push(chosen.value)
  }
  const onFound = useEffectEvent(() => {
    if (isEntered.current) choose(commands[0])
    isEntered.current = false
  })
  useEffect(() => {
    if (!isPending) onFound()
  }, [isPending])
  const styles = combobox({ list: 'tall' })
  const isEmpty = commands.length === 0
  const state = isPending ? m.admin_loading() : isEmpty ? m.admin_command_none() : ''
  const note = isError ? m.admin_command_failed() : state
  return (
    <Dialog
      onClose={onClose}
      title={m.admin_command_title()}
      closeLabel={m.admin_close()}
      size="md"
      initialFocus={() => input.current}
    >
      <ComboboxRoot
        className={cx(styles.root, frame)}
        collection={collection}
        open
        disableLayer
        value={[]}
        inputValue={text}
        onInputValueChange={({ inputValue, reason }) => {
          if (reason === 'item-select') return
          setText(inputValue)
          isEntered.current = false
        }}
        onValueChange={({ items: [chosen] }) => choose(chosen)}
        selectionBehavior="preserve"
        inputBehavior="autohighlight"
        loopFocus
      >
        <ComboboxLabel className={visuallyHidden()}>{m.admin_command_label()}</ComboboxLabel>
        <ComboboxControl className={styles.control}>
          <ComboboxInput
            ref={input}
            className={styles.input}
            placeholder={m.admin_command_label()}
            onKeyDown={({ key }) => {
              if (key === 'Enter') isEntered.current = isPending
            }}
          />
        </ComboboxControl>
        <output className={noteText}>{note}</output>
        <ComboboxContent className={list} hidden={isEmpty}>
          {collection.group().map(([kind, items]) => (
            <ComboboxItemGroup key={kind} id={kind}>
              <ComboboxItemGroupLabel className={groupLabel}>
                {KINDS[kind as Command['kind']]()}
              </ComboboxItemGroupLabel>
              {items.map((item) => (
                <ComboboxItem key={item.value} item={item} className={cx(styles.item, option)}>
                  <bdi className={name}>{item.label}</bdi>
                  {item.detail === undefined ? null : <bdi className={detailText}>{item.detail}</bdi>}
                </ComboboxItem>
              ))}
            </ComboboxItemGroup>
          ))}
        </ComboboxContent>
      </ComboboxRoot>
    </Dialog>
  )
}

const frame = css({ display: 'grid', gap: '2' })
const noteText = css({ minHeight: '6', textStyle: 'small', color: 'fg.muted' })
const list = css({
  display: 'grid',
  alignContent: 'start',
  gap: '3',
  '&[hidden]': { display: 'none' },
  height: '[min(24rem, 50dvh)]',
  overflowY: 'auto',
})
const groupLabel = css({ textStyle: 'label', color: 'fg.muted', paddingBlock: '1' })
const option = css({ justifyContent: 'space-between', flexWrap: 'wrap', columnGap: '4' })
const name = css({ minWidth: '0', overflowWrap: 'anywhere' })
const detailText = css({ textStyle: 'small', color: 'fg.muted', overflowWrap: 'anywhere' })

/** The results for a text: pages at once, then what the server finds once the typing pauses. */
function useCommands(text: string): { commands: Command[]; isPending: boolean; isError: boolean } {
  const words = toOneLine(text)
  const isSearch = words !== '' && searchText.safeParse(words).success
  const found = useQuery({
    queryKey: [...BACK_OFFICE_KEY, 'command', words],
    queryFn: async (context) => {
      // Typing on cancels this one before a request is made.
      await pause(DEBOUNCE_MS, context.signal)
      return find(words, context)
    },
    enabled: isSearch,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const isOutdated = found.isPlaceholderData
  const items = isSearch ? (found.data ?? []) : []
  return {
    commands: [...pagesWith(text), ...items.map((item) => ({ ...item, isOutdated }))],
    isPending: isSearch && found.isFetching,
    isError: isSearch && found.isError,
  }
}

function pagesWith(text: string): Command[] {
  const pages = [
    ...ENTRIES,
    { to: '/backoffice/events/new', label: m.admin_edit_create_title },
    { to: '/backoffice/security', label: m.second_factor_title },
  ]
  return pages
    .map(({ to: value, label }) => ({ kind: 'page' as const, value, label: label() }))
    .filter(({ label }) => foldText(label).includes(foldText(text)))
}

async function find(
  words: string,
  context: { signal: AbortSignal; client: QueryClient },
): Promise<Command[]> {
  const page = { page: 1, per_page: MOST }
  const [events, people, addresses, tags] = await Promise.all([
    callApi(listBackOfficeEvents, { query: { q: words, ...page } }, context),
    callApi(listUsers, { query: { search: words, ...page } }, context),
    callApi(listAddresses, { query: { search: words } }, context),
    context.client.fetchQuery(tagsQuery()),
  ])
  const found = (kind: Command['kind'], value: string, label: string, detail: string): Command => ({
    kind,
    value: `/backoffice/${value}`,
    label,
    detail,
  })
  return [
    ...events.items.map((event) => {
      const detail = `${cardDate(event, getLocale())} · ${STATUS_LABELS[event.status]()}`
      return found('event', `events/${event.id}`, event.title, detail)
    }),
    ...people.items.map(({ id, name: label, email }) => found('person', `users/${id}`, label, email)),
    ...addresses.items
      .slice(0, MOST)
      .map(({ email }) =>
        found('person', `users/${encodeURIComponent(email)}`, email, m.admin_people_no_account()),
      ),
    ...findTags(tags.items, words)
      .slice(0, MOST)
      .map(({ key, name: label }) =>
        found('tag', `events?status=all&tags=${encodeURIComponent(key)}`, label, key),
      ),
  ]
}
