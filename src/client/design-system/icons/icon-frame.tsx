import type { ReactNode } from 'react'

export type IconProps = {
  size?: number
  /** Spoken name; without it the icon is decoration beside text. */
  title?: string
}

/** One frame for every icon, which grows with the text: a 24 px field, 1.75 px round strokes in the colour of the text. */
export function IconFrame({ size = 24, title, children }: IconProps & { children: ReactNode }) {
  return (
    <svg
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}
    >
      {children}
    </svg>
  )
}

/** An icon of one path. */
export const createIcon = (path: string) =>
  function Icon(props: IconProps) {
    return (
      <IconFrame {...props}>
        <path d={path} />
      </IconFrame>
    )
  }
