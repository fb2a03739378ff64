const NAME_OR_IPV4 = '[a-z0-9_-]{1,63}(?:\\.[a-z0-9_-]{1,63}){0,60}\\.?'
const HOST = new RegExp(`^(?:${NAME_OR_IPV4}|\\[[0-9a-f:.]{2,45}\\])(?::\\d{1,5})?$`, 'i')

/** Whether the text is a host with or without a port, and nothing besides: what may stand in an address, in HTML and in XML. */
export function isHost(text: string): boolean {
  return text.length <= 259 && HOST.test(text) && URL.canParse(`http://${text}`)
}

/**
 * The origin that absolute URLs in a response carry: `PUBLIC_ORIGIN`, else the request's own (rules 7.1,
 * settings). Fastify reads forwarded headers only from a trusted proxy; what they or `Host` say is repeated only when it is a
 * host, and http or https.
 */
export function requestOrigin(
  request: { host: string; protocol: string },
  publicOrigin: string | undefined,
): string {
  if (publicOrigin !== undefined) return publicOrigin
  const scheme = request.protocol === 'https' ? 'https' : 'http'
  return `${scheme}://${isHost(request.host) ? request.host : 'localhost'}`
}
