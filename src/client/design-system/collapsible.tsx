import {
  CollapsibleContent,
  CollapsibleIndicator,
  CollapsibleRoot,
  CollapsibleTrigger,
} from '@ark-ui/react/collapsible'
import type { ReactNode } from 'react'
import { ChevronDownIcon } from '@/client/design-system/icons/icons'
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
    <CollapsibleRoot
      className={styles.root}
      {...(open === undefined ? {} : { open })}
      onOpenChange={(details) => onOpenChange?.(details.open)}
    >
      <CollapsibleTrigger className={styles.trigger}>
        <span>
          <span className={styles.title}>{title}</span>
          {hint ? <span className={styles.hint}> {hint}</span> : null}
        </span>
        {/* Ark's own is a div, which a button may not hold. */}
        <CollapsibleIndicator asChild>
          <span className={styles.indicator}>
            <ChevronDownIcon size={20} />
          </span>
        </CollapsibleIndicator>
      </CollapsibleTrigger>
      <CollapsibleContent className={styles.content}>{children}</CollapsibleContent>
    </CollapsibleRoot>
  )
}
