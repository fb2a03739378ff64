import { TabContent, TabList, TabsRoot, TabTrigger } from '@ark-ui/react/tabs'
import type { ReactNode } from 'react'
import { tabs } from 'styled-system/recipes'

interface TabsProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  items: readonly { value: Value; label: string; content: ReactNode }[]
}

/** Tabs of which only the selected one's content is in the page: what is not shown is not validated by the browser either. */
export function Tabs<Value extends string>({ label, value, onChange, items }: TabsProps<Value>) {
  const styles = tabs()
  return (
    <TabsRoot
      className={styles.root}
      value={value}
      lazyMount
      unmountOnExit
      onValueChange={(details) => {
        const chosen = items.find((item) => item.value === details.value)
        if (chosen) onChange(chosen.value)
      }}
    >
      <TabList className={styles.list} aria-label={label}>
        {items.map((item) => (
          <TabTrigger key={item.value} value={item.value} className={styles.trigger}>
            {item.label}
          </TabTrigger>
        ))}
      </TabList>
      {items.map((item) => (
        <TabContent key={item.value} value={item.value} className={styles.content}>
          {item.content}
        </TabContent>
      ))}
    </TabsRoot>
  )
}
