/** Whether this is an iPhone, iPod or iPad; iPads say that they are Macs, but no Mac has a touch screen. */
export function isMobileIos({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
