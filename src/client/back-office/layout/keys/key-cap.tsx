import { css } from 'styled-system/css'

/** The keys of the search for anything, as they stand on a keyboard. */
export const COMMAND_KEYS = 'Ctrl K'

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
