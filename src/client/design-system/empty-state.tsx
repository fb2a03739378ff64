import type { ReactNode } from 'react'
import { emptyState } from 'styled-system/recipes'

type EmptyStateProps = {
  title: ReactNode
  art?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  level?: 1 | 2 | 3
}

/** Says that a list is empty, and why, and offers the way on. */
export function EmptyState({ title, art, children, actions, level = 2 }: EmptyStateProps) {
  const styles = emptyState()
  const Heading = `h${level}` as const
  return (
    <div className={styles.root}>
      {art ? <div className={styles.art}>{art}</div> : null}
      <Heading className={styles.title}>{title}</Heading>
      {children ? <div className={styles.text}>{children}</div> : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  )
}
