import { css } from 'styled-system/css'

/** Voices of text that every page uses (`textStyles` of the theme). */
export const titleText = css({ textStyle: 'title' })
export const headingText = css({ textStyle: 'heading' })
export const subheadingText = css({ textStyle: 'subheading' })
export const mutedText = css({ color: 'fg.muted' })
export const smallText = css({ textStyle: 'small', color: 'fg.muted' })
