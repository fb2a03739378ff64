import type { ReactNode } from 'react'
import { XIcon } from 'lucide-react'
import { css, cx } from 'styled-system/css'
import { column } from 'styled-system/patterns'
import { banner, type BannerVariantProps } from 'styled-system/recipes'
import { IconButton } from './button'

type BannerProps = BannerVariantProps & {
  icon?: ReactNode
  title?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** `alert` interrupts a screen reader, `status` waits for a pause; without it nothing is announced. */
  role?: 'alert' | 'status'
  className?: string
} & ({ onClose: () => void; closeLabel: string } | { onClose?: undefined; closeLabel?: undefined })

export function Banner(props: BannerProps) {
  const { tone, icon, title, children, actions, role, className, onClose, closeLabel } = props
  const styles = banner({ tone })
  return (
    <div className={cx(styles.root, className)} role={role}>
      {icon ? <span className={styles.icon}>{icon}</span> : null}
      <div className={styles.body}>
        {title ? <p className={styles.title}>{title}</p> : null}
        {children}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
      {onClose ? <IconButton label={closeLabel} icon={<XIcon size="1.25rem" />} onClick={onClose} /> : null}
    </div>
  )
}

type EmptyStateProps = {
  title: ReactNode
  art?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  level?: 1 | 2 | 3
}

export function EmptyState({ title, art, children, actions, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={emptyState}>
      {art ? <div className={artFrame}>{art}</div> : null}
      <Heading className={heading}>{title}</Heading>
      {children ? <div className={text}>{children}</div> : null}
      {actions ? <div className={ways}>{actions}</div> : null}
    </div>
  )
}

const emptyState = column({
  justifySelf: 'stretch',
  justifyItems: 'center',
  gap: '3',
  paddingBlock: 'section',
  paddingInline: '4',
  textAlign: 'center',
})
const artFrame = css({ color: 'focus', marginBottom: '2' })
const heading = css({ textStyle: 'heading' })
const text = css({ color: 'fg.muted', maxWidth: '[32rem]' })
const ways = css({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '3', marginTop: '2' })
