import { css } from 'styled-system/css'

/** The rhythm of the forms about signing in. */
export const accountForm = css({ display: 'grid', gap: '5' })
