import { useId, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { tabs } from 'styled-system/recipes'

interface TypeTabsProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  items: readonly { value: Value; label: string }[]
  /** The panel of the chosen tab. */
  children: ReactNode
}

/** Two tabs (WAI-ARIA, automatic activation). Ark's machine would weigh 10 KiB for these. */
export function TypeTabs<Value extends string>({
  label,
  value,
  onChange,
  items,
  children,
}: TypeTabsProps<Value>) {
  const id = useId()
  const styles = tabs()
  const list = useRef<HTMLDivElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    const at = items.findIndex((item) => item.value === value)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: items.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const index = (to + items.length) % items.length
    const next = items[index]
    if (next === undefined) return
    onChange(next.value)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }

  return (
    <div className={styles.root}>
      <div ref={list} role="tablist" aria-label={label} className={styles.list}>
        {items.map((item) => (
          <button
            key={item.value}
            type="button"
            role="tab"
            id={`${id}-${item.value}`}
            aria-selected={item.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={item.value === value ? 0 : -1}
            className={styles.trigger}
            onClick={() => onChange(item.value)}
            onKeyDown={onKeyDown}
          >
            {item.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className={styles.content}>
        {children}
      </div>
    </div>
  )
}
