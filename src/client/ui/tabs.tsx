import { Tabs as Ark } from '@ark-ui/react/tabs'
import type { ReactNode } from 'react'
import { tabs } from 'styled-system/recipes'

type TabsProps<Value extends string> = {
  /** Spoken name of the row of tabs. */
  label: string
  value: Value
  onChange: (value: Value) => void
  items: readonly { value: Value; label: ReactNode; content: ReactNode }[]
}

/** Tabs that choose as one moves through them. Only the chosen panel is in the page. */
export function Tabs<Value extends string>({ label, value, onChange, items }: TabsProps<Value>) {
  const styles = tabs()
  const choose = (next: string) => {
    const item = items.find((candidate) => candidate.value === next)
    if (item) onChange(item.value)
  }
  return (
    <Ark.Root
      className={styles.root}
      value={value}
      onValueChange={(details) => choose(details.value)}
      lazyMount
      unmountOnExit
    >
      <Ark.List className={styles.list} aria-label={label}>
        {items.map((item) => (
          <Ark.Trigger key={item.value} value={item.value} className={styles.trigger}>
            {item.label}
          </Ark.Trigger>
        ))}
      </Ark.List>
      {items.map((item) => (
        <Ark.Content key={item.value} value={item.value} className={styles.content}>
          {item.content}
        </Ark.Content>
      ))}
    </Ark.Root>
  )
}
