/** The address of Google Analytics' script, unless a tagging server of one's own serves it (`VITE_ANALYTICS_ORIGIN` of the server). */
export const GOOGLE_TAG_ORIGIN = 'https://www.googletagmanager.com'
