import { css } from 'styled-system/css'

/** The look of a list of what gives access to an account: sessions and passkeys. */
export const accessRow = {
  row: css({
    display: 'flex',
    flexWrap: 'wrap',
    gap: '3',
    alignItems: 'center',
    justifyContent: 'space-between',
    paddingBlock: '3',
    borderTop: 'hairline',
  }),
  facts: css({ flex: '[1 1 10rem]', minWidth: '0', overflowWrap: 'anywhere' }),
  name: css({ fontWeight: 'medium' }),
  muted: css({ textStyle: 'small', color: 'fg.muted' }),
}
