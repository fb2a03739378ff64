import type { ReactNode } from 'react'
import { ChevronDownIcon } from '@/client/ui/icons'
import { collapsible } from 'styled-system/recipes'

type CollapsibleProps = {
  title: ReactNode
  hint?: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

/** Native `details`: opens without script, and the browser's own search finds what is folded away. */
export function Collapsible({ title, hint, open, onOpenChange, children }: CollapsibleProps) {
  const styles = collapsible()
  return (
    <details
      className={styles.root}
      open={open}
      onToggle={(event) => onOpenChange?.(event.currentTarget.open)}
    >
      <summary className={styles.trigger}>
        <span>
          <span className={styles.title}>{title}</span>
          {hint ? <span className={styles.hint}> {hint}</span> : null}
        </span>
        <ChevronDownIcon size={20} />
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
