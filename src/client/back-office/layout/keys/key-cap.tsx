import { css } from 'styled-system/css'

/** A key as it looks on a keyboard. */
export function KeyCap({ children }: { children: string }) {
  return <kbd className={cap}>{children}</kbd>
}

const cap = css({
  minWidth: '8',
  paddingInline: '2',
  border: 'hairline',
  borderRadius: 'md',
  bg: 'bg.sunken',
  fontWeight: 'bold',
  textAlign: 'center',
})
