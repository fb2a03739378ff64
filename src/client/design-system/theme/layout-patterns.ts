import { definePattern } from '@pandacss/dev'

const page = definePattern({
  description: 'Centred container with gutters; `width` names how wide its reading is.',
  properties: { width: { type: 'enum', value: ['form', 'text', 'page', 'wide'] } },
  defaultValues: { width: 'page' },
  blocklist: ['maxWidth'],
  transform(props) {
    const { width, ...rest } = props
    return { width: 'full', maxWidth: width, marginInline: 'auto', paddingInline: 'gutter', ...rest }
  },
})

const cluster = definePattern({
  description: 'A row that wraps: badges, buttons, facts.',
  properties: {
    gap: { type: 'token', value: 'spacing', property: 'gap' },
    justify: { type: 'property', value: 'justifyContent' },
    align: { type: 'property', value: 'alignItems' },
  },
  defaultValues: { gap: '2', align: 'center' },
  transform(props) {
    const { gap, justify, align, ...rest } = props
    return { display: 'flex', flexWrap: 'wrap', gap, justifyContent: justify, alignItems: align, ...rest }
  },
})

export const layoutPatterns = { page, cluster }
