import type { StaticCssOptions } from '@pandacss/types'
import * as actions from '@/client/ui/theme/recipes/actions'
import { dateBlock, eventCard } from '@/client/ui/theme/recipes/event-card'
import { checkbox, combobox, field, fileUpload, input } from '@/client/ui/theme/recipes/forms'
import { collapsible, dialog, tabs, tooltip } from '@/client/ui/theme/recipes/overlays'
import { banner, card, emptyState, prose, skeleton, table } from '@/client/ui/theme/recipes/surfaces'

/** Every recipe of the guide. Panda writes the CSS of those that the code calls, and of no other. */
export const recipes = { ...actions, card, input, prose, skeleton }

export const slotRecipes = {
  banner,
  checkbox,
  collapsible,
  combobox,
  dateBlock,
  dialog,
  emptyState,
  eventCard,
  field,
  fileUpload,
  table,
  tabs,
  tooltip,
}

/**
 * Variants that arrive through a part's props, where Panda cannot read them: they are written as listed. Those that
 * `/` and `/events` can show are in the first sheet, all of them in the later one.
 */
export const firstLoadVariants: StaticCssOptions = {
  recipes: {
    badge: [{ tone: ['neutral', 'sea', 'accent'] }],
    banner: [{ tone: ['info', 'warning', 'raised'] }],
    button: [{ variant: ['primary', 'secondary', 'ghost'], size: ['*'], full: ['true'] }],
    card: ['*'],
    combobox: [{ list: ['short'] }],
    dateBlock: [{ size: ['md'] }],
    eventCard: [{ layout: ['grid'] }],
    iconButton: [{ variant: ['ghost'] }],
    input: [{ kind: ['text'] }],
  },
}

export const allVariants: StaticCssOptions = {
  recipes: Object.fromEntries(
    [
      'badge',
      'banner',
      'button',
      'card',
      'combobox',
      'dateBlock',
      'dialog',
      'eventCard',
      'iconButton',
      'input',
    ].map((name): [string, '*'[]] => [name, ['*']]),
  ),
}
