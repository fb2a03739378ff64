/** Network Information API. Chromium only; the DOM's types do not know it. */
interface Connection {
  saveData?: boolean
  type?: string
}

function connection(): Connection | undefined {
  return (navigator as { connection?: Connection }).connection
}

/** The browser's Save-Data setting. */
export function savesData(): boolean {
  return connection()?.saveData === true
}

/** Whether what is fetched may cost the person: Save-Data, or mobile data. A browser that does not say counts as unmetered. */
export function isMetered(): boolean {
  return savesData() || connection()?.type === 'cellular'
}
