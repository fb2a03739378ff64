/** The calendar file of the saved events: the service worker alone responds to its address, the server knows nothing of them. */
const SAVED_FILE_PATH = '/saved.ics'
export const SAVED_FILE_NAME = 'saved.ics'

export function savedFileAddress(locale: string): string {
  return `${SAVED_FILE_PATH}?lang=${locale}`
}

export function isSavedFile(pathname: string): boolean {
  return pathname === SAVED_FILE_PATH
}
