import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The events that arrived, the oldest first: the parameters of each. */
export interface Collector {
  origin: string
  scripts: number
  events: Record<string, string>[]
  stop: () => Promise<void>
}

/** The collector replaces Google's script, with the same queue and the same switch. */
const SCRIPT = `(() => {
  const origin = new URL(document.currentScript.src).origin
  let id
  const send = (parts) => {
    const [command, name, parameters] = parts
    if (command === 'config') id = name
    if (command === 'config') document.cookie = '_ga=GA1.1.1;path=/'
    if (command !== 'event' || window['ga-disable-' + id]) return
    void fetch(origin + '/g/collect?' + new URLSearchParams({ tid: id, en: name, ...parameters }), { mode: 'no-cors' })
  }
  for (const parts of window.dataLayer) send(parts)
  window.dataLayer.push = send
})()`

/** A server on this machine that serves the script of the analytics and collects what it sends. */
export async function startCollector(): Promise<Collector> {
  const collector: Omit<Collector, 'origin' | 'stop'> = { scripts: 0, events: [] }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/gtag/js') {
      collector.scripts += 1
      response
        .setHeader('content-type', 'text/javascript')
        .setHeader('cross-origin-resource-policy', 'cross-origin')
      response.end(SCRIPT)
    } else {
      collector.events.push(Object.fromEntries(searchParams))
      response.writeHead(204).end()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(collector, {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  })
}
