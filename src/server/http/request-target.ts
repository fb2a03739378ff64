/**
 * The path and query of a request target. A target may name a whole address (RFC 9112, 3.2.2: absolute-form); the host in it is
 * the sender's word and counts for nothing here, and whoever reads `request.url` later expects a path.
 */
export function pathOfTarget(target: string): string {
  if (target.startsWith('/')) return target
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  return path.startsWith('?') || path === '' ? `/${path}` : path
}
