import { defineConfig } from '@pandacss/dev'
import { globalCss, layoutPatterns } from '@/client/design-system/theme/global-css'
import { formRecipes, formSlotRecipes } from '@/client/design-system/theme/recipes/forms'
import { recipes, slotRecipes } from '@/client/design-system/theme/recipes/register'
import { keyframes, semanticTokens, textStyles, tokens } from '@/client/design-system/theme/tokens'

// The tokens are our own (`eject`): the stock preset's would more than double the CSS of the first load.
export default defineConfig({
  eject: true,
  presets: ['@pandacss/preset-base'],
  include: ['./src/client/**/*.{ts,tsx}'],
  exclude: ['./src/client/**/*.test.{ts,tsx}'],
  outdir: 'styled-system',
  preflight: false,
  strictTokens: true,
  strictPropertyValues: true,
  lightningcss: true,
  browserslist: ['chrome >= 111', 'firefox >= 114', 'safari >= 16.4'],
  conditions: {
    extend: {
      // A finger leaves a hover behind it: only what can hover does.
      hover: ['@media (hover: hover)', '&:hover'],
      active: '&:active',
      focusVisible: '&:focus-visible',
      // The system's theme (rules 10): no switch of our own to honour.
      dark: '@media (prefers-color-scheme: dark)',
      light: '@media (prefers-color-scheme: light)',
      // In the list of events: its second column begins here.
      columns: '@container (width >= 34rem)',
    },
  },
  hooks: {
    // The preset's global style sets 33 custom properties on every element, for composed filters and transforms: we have none.
    'preset:resolved': ({ preset, name }) =>
      name === '@pandacss/preset-base' ? { ...preset, globalCss: {} } : preset,
  },
  globalCss,
  // Variants that arrive through a part's props cannot be read from the code.
  staticCss: { recipes: '*' },
  patterns: { extend: layoutPatterns },
  theme: {
    breakpoints: { sm: '480px', md: '768px', lg: '1024px', xl: '1280px' },
    tokens,
    semanticTokens,
    textStyles,
    keyframes,
    recipes: { ...recipes, ...formRecipes },
    slotRecipes: { ...slotRecipes, ...formSlotRecipes },
  },
})
