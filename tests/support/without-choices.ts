import type { usePlaceAndTagOptions as useOptions } from '@/client/shared/event-form/place-and-tag-options'

const choices: ReturnType<typeof useOptions> = {
  places: [],
  tags: [],
  areTagsLoading: false,
}

/** In the place of the module of that name: a form that offers neither places nor tags. */
export const usePlaceAndTagOptions = () => choices
