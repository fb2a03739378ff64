import { css } from 'styled-system/css'

/** `width` and `height` are CSS lengths, so that the content causes no layout shift. */
export function Skeleton({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return <div aria-hidden="true" className={skeleton} style={{ width, height }} />
}

const skeleton = css({ bg: 'border', borderRadius: 'sm', animation: 'shimmer' })

const ring = css({
  display: 'inline-block',
  flexShrink: '0',
  width: '[1.15em]',
  height: '[1.15em]',
  borderRadius: 'full',
  border: '[0.16em solid currentColor]',
  borderRightColor: 'transparent',
  animation: 'spin',
})

/** A turning ring the size of the text around it. Without `label` it is decoration. */
export function Spinner({ label }: { label?: string }) {
  return label ? <output className={ring} aria-label={label} /> : <span className={ring} aria-hidden="true" />
}
