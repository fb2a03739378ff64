/** How long the back office says that something was copied, milliseconds (rules 9). */
export const COPIED_MS = 2000
