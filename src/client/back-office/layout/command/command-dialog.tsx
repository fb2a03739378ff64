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
import { Dialog } from '@/client/design-system/overlays/dialog'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { visuallyHidden } from 'styled-system/patterns'
import { combobox } from 'styled-system/recipes'
import { useCommands } from './command-results'
import type { Command, CommandKind } from './command-results'

/** The search waits this long after the last key: a word is searched for, not each of its letters. */
const DEBOUNCE_MS = 150

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
                  <bdi className={name}>{item.label}</bdi>
                  {item.detail === undefined ? null : <bdi className={detail}>{item.detail}</bdi>}
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
const name = css({ minWidth: '0', overflowWrap: 'anywhere' })
const detail = css({ textStyle: 'small', color: 'fg.muted', overflowWrap: 'anywhere' })
