import { cx } from 'styled-system/css'
import { dateBlock } from 'styled-system/recipes'
import type { DateBlockVariantProps } from 'styled-system/recipes'

type DateBlockProps = Pick<DateBlockVariantProps, 'size'> & {
  /** Already in the reader's language: "27", "Jun", "Fri". */
  day: string
  month: string
  weekday?: string
  className?: string
}

/** The day as a calendar leaf. Hidden from readers: the full date stands beside it as text. */
export function DateBlock({ day, month, weekday, size, className }: DateBlockProps) {
  const styles = dateBlock({ size })
  return (
    <div className={cx(styles.root, className)} aria-hidden="true">
      {weekday ? <span className={styles.weekday}>{weekday}</span> : null}
      <span className={styles.day}>{day}</span>
      <span className={styles.month}>{month}</span>
    </div>
  )
}
