import { cx } from 'styled-system/css'
import { skeleton } from 'styled-system/recipes'

type SkeletonProps = {
  /** CSS lengths, so that the content causes no layout shift. */
  width?: string
  height?: string
  round?: boolean
  className?: string
}

/** Placeholder of content that is loading. Hidden from readers: the page says "Loading" once. */
export function Skeleton({ width = '100%', height = '1em', round = false, className }: SkeletonProps) {
  const style = { width, height, ...(round ? { borderRadius: '999px' } : {}) }
  return <div aria-hidden="true" className={cx(skeleton(), className)} style={style} />
}
