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
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Dialog } from '@/client/design-system/overlays/dialog'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import * as m from '@/messages/compiled/messages.js'
import { backOfficeQuery, callApi } from '@/client/back-office/shared/back-office-queries'
import { cardDate } from '@/client/shared/time/event-dates'
import { listBackOfficeEvents } from '@/contract/back-office/back-office-events'
import { listAddresses, listUsers } from '@/contract/back-office/back-office-people'
import { foldText, toOneLine } from '@/domain/text/plain-text'
import { findTags, filterTagsQuery } from '@/client/back-office/shared/named-queries'
import { STATUS_LABELS } from '@/client/back-office/shared/event-labels'
import { ENTRIES } from './navigation'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css, cx } from 'styled-system/css'
import { visuallyHidden } from 'styled-system/patterns'
import { combobox } from 'styled-system/recipes'
import { searchText } from '@/domain/events/event-search'

/** The search waits this long after the last key: a word is searched for, not each of its letters. */
const DEBOUNCE_MS = 150
const MINUTE_MS = 60_000

const KIND_LABELS: Record<CommandKind, () => string> = {
  page: m.admin_command_pages,
  event: m.admin_command_events,
  person: m.admin_command_people,
  tag: m.admin_command_tags,
}

/** Finds events, people, tags and pages, and leads there: a combobox whose list is always open. */
export function CommandDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  /** Enter was pressed while the text was still searched for: it leads to what is found first. */
  const isEntered = useRef(false)
  const { commands, isPending, isError } = useCommands(text, useDebounced(text))
  const collection = useMemo(
    () =>
      createListCollection<Command>({
        items: commands,
        itemToString: ({ label }) => label,
        groupBy: ({ kind }) => kind,
        isItemDisabled: ({ isOutdated }) => isOutdated === true,
      }),
    [commands],
  )
  const choose = (chosen: Command | undefined) => {
    if (chosen === undefined) return
    onClose()
    router.history.push(chosen.href)
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
  const note = isError
    ? m.admin_command_failed()
    : isPending
      ? m.admin_loading()
      : isEmpty
        ? m.admin_command_none()
        : ''
  return (
    <Dialog
      open
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
        <p className={noteText} aria-hidden>
          {note}
        </p>
        <LiveRegion>{note}</LiveRegion>
        <ComboboxContent className={list} hidden={isEmpty}>
          {collection.group().map(([kind, items]) => (
            <ComboboxItemGroup key={kind} id={kind}>
              <ComboboxItemGroupLabel className={groupLabel}>
                {KIND_LABELS[kind as CommandKind]()}
              </ComboboxItemGroupLabel>
              {items.map((item) => (
                <ComboboxItem key={item.value} item={item} className={cx(styles.item, option)}>
                  <bdi className={commandDialogName}>{item.label}</bdi>
                  {item.detail === undefined ? null : (
                    <bdi className={commandDialogDetail}>{item.detail}</bdi>
                  )}
                </ComboboxItem>
              ))}
            </ComboboxItemGroup>
          ))}
        </ComboboxContent>
      </ComboboxRoot>
    </Dialog>
  )
}

function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
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
const commandDialogName = css({ minWidth: '0', overflowWrap: 'anywhere' })
const commandDialogDetail = css({ textStyle: 'small', color: 'fg.muted', overflowWrap: 'anywhere' })

/** How many of a kind are shown: more words find what is not among them. */
const MOST = 5

type CommandKind = 'page' | 'event' | 'person' | 'tag'

interface Command {
  value: string
  href: string
  kind: CommandKind
  label: string
  detail?: string
  /** Found for an earlier text: still shown, but cannot be chosen. */
  isOutdated?: boolean
}

/**
 * The results for a text: pages at once, then what the server finds for the text as it was when the typing paused; an empty text
 * asks nothing of it.
 */
function useCommands(
  text: string,
  pausedText: string,
): { commands: Command[]; isPending: boolean; isError: boolean } {
  const words = toOneLine(pausedText)
  const isTyping = words !== toOneLine(text)
  const isSearch = words !== '' && searchText.safeParse(words).success
  const events = useQuery({ ...eventsQuery(words), enabled: isSearch })
  const people = useQuery({ ...peopleQuery(words), enabled: isSearch })
  const tags = useQuery({ ...filterTagsQuery(), enabled: isSearch })
  const found = isSearch
    ? [
        ...outdatedIf(isTyping || events.isPlaceholderData, events.data),
        ...outdatedIf(isTyping || people.isPlaceholderData, people.data),
        ...findTags(tags.data ?? [], text)
          .slice(0, MOST)
          .map(({ key, name }) =>
            command('tag', `/backoffice/events?status=all&tags=${encodeURIComponent(key)}`, name, key),
          ),
      ]
    : []
  return {
    commands: [...pagesWith(text), ...found],
    isPending: isTyping || (isSearch && (events.isFetching || people.isFetching || tags.isPending)),
    isError: isSearch && (events.isError || people.isError || tags.isError),
  }
}

function outdatedIf(isOutdated: boolean, commands: readonly Command[] = []): readonly Command[] {
  return isOutdated ? commands.map((one) => ({ ...one, isOutdated })) : commands
}

function pagesWith(words: string): Command[] {
  const folded = foldText(words)
  const pages = [
    ...ENTRIES.map(({ link, label }) => command('page', link.to, label())),
    command('page', '/backoffice/events/new', m.admin_edit_create_title()),
    command('page', '/backoffice/security', m.second_factor_title()),
  ]
  return pages.filter(({ label }) => foldText(label).includes(folded))
}

function eventsQuery(q: string) {
  const read = async (context: { signal: AbortSignal }) => {
    const query = { q, page: 1, per_page: MOST }
    const { items } = await callApi(listBackOfficeEvents, { query }, context)
    return items.map((event) =>
      command(
        'event',
        `/backoffice/events/${event.id}`,
        event.title,
        `${cardDate(event, getLocale())} · ${STATUS_LABELS[event.status]()}`,
      ),
    )
  }
  return { ...backOfficeQuery(['command-events', q], read, MINUTE_MS), placeholderData: keepPreviousData }
}

function peopleQuery(search: string) {
  const read = async (context: { signal: AbortSignal }) => {
    const query = { search, page: 1, per_page: MOST }
    const [users, addresses] = await Promise.all([
      callApi(listUsers, { query }, context),
      callApi(listAddresses, { query: { search } }, context),
    ])
    return [
      ...users.items.map(({ id, name, email }) => command('person', `/backoffice/users/${id}`, name, email)),
      ...addresses.items.map(({ email }) =>
        command(
          'person',
          `/backoffice/users/${encodeURIComponent(email)}`,
          email,
          m.admin_people_no_account(),
        ),
      ),
    ].slice(0, MOST)
  }
  return {
    ...backOfficeQuery(['command-people', search], read, MINUTE_MS),
    placeholderData: keepPreviousData,
  }
}

function command(kind: CommandKind, href: string, label: string, detail?: string): Command {
  return { value: href, href, kind, label, ...(detail !== undefined && { detail }) }
}
