import type { ReactNode } from 'react'
import { CloseIcon } from '@/client/design-system/icons/icons'
import { IconButton } from '@/client/design-system/icon-button'
import { cx } from 'styled-system/css'
import { banner } from 'styled-system/recipes'
import type { BannerVariantProps } from 'styled-system/recipes'

type BannerProps = Pick<BannerVariantProps, 'tone'> & {
  icon?: ReactNode
  title?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** `alert` interrupts a screen reader, `status` waits for a pause; without it nothing is announced. */
  role?: 'alert' | 'status' | 'region'
  label?: string
  className?: string
} & ({ onClose: () => void; closeLabel: string } | { onClose?: undefined; closeLabel?: undefined })

/** Something to know, with what can be done about it. `raised` floats over the page. */
export function Banner(props: BannerProps) {
  const { tone, icon, title, children, actions, role, label, className, onClose, closeLabel } = props
  const styles = banner({ tone })
  return (
    <div className={cx(styles.root, className)} role={role} aria-label={label}>
      {icon ? <span className={styles.icon}>{icon}</span> : null}
      <div className={styles.body}>
        {title ? <p className={styles.title}>{title}</p> : null}
        {children}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
      {onClose ? <IconButton label={closeLabel} icon={<CloseIcon size={20} />} onClick={onClose} /> : null}
    </div>
  )
}
