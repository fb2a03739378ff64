/** The key of all tags, as forms offer them, in the query cache. */
export const TAGS_KEY = ['tags'] as const
