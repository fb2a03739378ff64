import { Collapsible as Ark } from '@ark-ui/react/collapsible'
import type { ReactNode } from 'react'
import { ChevronDownIcon } from '@/client/ui/icons'
import { collapsible } from 'styled-system/recipes'

interface CollapsibleProps {
  title: ReactNode
  hint?: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

export function Collapsible({ title, hint, open, onOpenChange, children }: CollapsibleProps) {
  const styles = collapsible()
  return (
    <Ark.Root
      className={styles.root}
      {...(open === undefined ? {} : { open })}
      onOpenChange={(details) => onOpenChange?.(details.open)}
    >
      <Ark.Trigger className={styles.trigger}>
        <span>
          <span className={styles.title}>{title}</span>
          {hint ? <span className={styles.hint}> {hint}</span> : null}
        </span>
        <Ark.Indicator className={styles.indicator}>
          <ChevronDownIcon size={20} />
        </Ark.Indicator>
      </Ark.Trigger>
      <Ark.Content className={styles.content}>{children}</Ark.Content>
    </Ark.Root>
  )
}
