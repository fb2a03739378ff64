import { collapsibleAnatomy, dialogAnatomy, tabsAnatomy, tooltipAnatomy } from '@ark-ui/react/anatomy'
import { defineSlotRecipe } from '@pandacss/dev'

/** On phones a dialog is a sheet at the thumb; from `sm` on it is centred. `side` is the drawer. */
export const dialog = defineSlotRecipe({
  className: 'dialog',
  slots: [...dialogAnatomy.keys(), 'body', 'footer'],
  base: {
    // The animation is named only while it is open: one that is still named on closing would keep Ark from taking the dialog away.
    backdrop: {
      position: 'fixed',
      inset: '0',
      zIndex: 'dialog',
      bg: 'scrim',
      '&[data-state=open]': { animation: 'fadeIn' },
    },
    positioner: { position: 'fixed', inset: '0', zIndex: 'dialog', display: 'flex' },
    content: {
      position: 'relative',
      display: 'flex',
      flexDirection: 'column',
      width: 'full',
      bg: 'bg.raised',
      boxShadow: 'high',
      overflow: 'hidden',
      _focusVisible: { outline: 'none', boxShadow: 'high' },
    },
    title: { textStyle: 'subheading', paddingTop: '5', paddingLeft: '5', paddingRight: '16' },
    closeTrigger: { position: 'absolute', top: '3', right: '3' },
    description: { color: 'fg.muted', '&:not(:last-child)': { marginBottom: '4' } },
    body: { overflowY: 'auto', paddingInline: '5', paddingTop: '3', paddingBottom: '5' },
    footer: {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'flex-end',
      gap: '3',
      padding: '4',
      borderTop: 'hairline',
    },
  },
  variants: {
    placement: {
      center: {
        positioner: {
          alignItems: { base: 'flex-end', sm: 'center' },
          justifyContent: 'center',
          padding: { sm: '4' },
        },
        content: {
          maxHeight: '[min(100dvh - 2rem, 48rem)]',
          borderTopRadius: 'xl',
          borderBottomRadius: { sm: 'xl' },
          paddingBottom: { base: '[env(safe-area-inset-bottom)]', sm: '0' },
          '&[data-state=open]': { animation: 'riseIn' },
        },
      },
      side: {
        content: { maxWidth: '[20rem]', height: 'full', '&[data-state=open]': { animation: 'slideIn' } },
      },
    },
    size: {
      sm: { content: { maxWidth: { sm: '[28rem]' } } },
      md: { content: { maxWidth: { sm: 'form' } } },
      photo: {
        positioner: { padding: { base: '2', sm: '2' }, alignItems: 'center' },
        content: {
          width: 'fit',
          minWidth: '24',
          maxWidth: 'full',
          maxHeight: 'full',
          borderRadius: 'lg',
          paddingBottom: '0',
        },
        body: { overflowX: 'auto', padding: '0' },
        title: { srOnly: true },
        closeTrigger: { bg: 'bg.raised' },
      },
    },
  },
  defaultVariants: { placement: 'center', size: 'sm' },
})

export const tabs = defineSlotRecipe({
  className: 'tabs',
  slots: tabsAnatomy.keys(),
  base: {
    root: { display: 'grid', gap: '5' },
    list: {
      display: 'flex',
      flexWrap: 'wrap',
      gap: '1',
      width: 'fit',
      maxWidth: 'full',
      padding: '1',
      borderRadius: 'xl',
      bg: 'bg.sunken',
    },
    trigger: {
      minHeight: 'target',
      paddingInline: '[min(1.25rem, 5vw)]',
      borderRadius: 'full',
      fontWeight: 'bold',
      whiteSpace: 'nowrap',
      color: 'fg.muted',
      transition: '[background-color 120ms, color 120ms]',
      _hover: { color: 'fg.default' },
      '&[data-selected]': { bg: 'bg.raised', color: 'fg.default', boxShadow: 'low' },
    },
  },
})

export const collapsible = defineSlotRecipe({
  className: 'collapsible',
  slots: [...collapsibleAnatomy.keys(), 'title', 'hint'],
  base: {
    root: { border: 'hairline', borderRadius: 'lg', bg: 'bg.surface', _print: { border: 'none' } },
    trigger: {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      width: 'full',
      minHeight: 'target',
      padding: '4',
      borderRadius: 'lg',
      textAlign: 'left',
      // The words of its title give way, or the indicator would not fit a small phone with large text.
      overflowWrap: 'anywhere',
    },
    indicator: {
      flexShrink: '0',
      marginLeft: '[auto]',
      transition: '[transform 200ms]',
      '&[data-state=open]': { transform: 'rotate(180deg)' },
    },
    title: { fontWeight: 'bold' },
    hint: { textStyle: 'small', color: 'fg.muted' },
    content: {
      paddingInline: '4',
      paddingBottom: '5',
      '&[data-state=open]': { animation: 'fadeIn' },
      '&[hidden]': { display: 'none', '@media (scripting: none), print': { display: 'block' } },
      _print: { padding: '0' },
    },
  },
})

export const tooltip = defineSlotRecipe({
  className: 'tooltip',
  slots: tooltipAnatomy.keys(),
  base: {
    content: {
      maxWidth: '[16rem]',
      paddingInline: '2.5',
      paddingBlock: '1.5',
      borderRadius: 'sm',
      bg: 'fg.default',
      color: 'bg.page',
      fontSize: 'xs',
      lineHeight: 'snug',
      fontWeight: 'medium',
      '&[data-state=open]': { animation: 'fadeIn' },
    },
  },
})
