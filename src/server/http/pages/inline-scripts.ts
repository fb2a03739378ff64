import { hash } from 'node:crypto'

/**
 * Names our inline scripts by their hash instead of a nonce: the page is then the same for everybody, and can be cached. Ours are
 * those that carry the nonce of this rendering, which nobody who wrote an event could know.
 */
export function extractScripts(page: string, nonce: string): { html: string; hashes: string[] } {
  const hashes: string[] = []
  const html = page
    .replaceAll(/<script nonce="([^"]*)"([^>]*)>([^]*?)<\/script>/g, (script, mark, attributes, code) => {
      if (mark !== nonce) return script
      hashes.push(hash('sha256', code, 'base64'))
      return `<script${attributes}>${code}</script>`
    })
    // The router would mark scripts with it that it adds in the browser: it adds none.
    .replace(`<meta property="csp-nonce" content="${nonce}"/>`, '')
    .replaceAll(` nonce="${nonce}"`, '')
  return { html, hashes }
}

/** The page without our inline scripts, which say what address was rendered: the browser renders it anew. */
export function dropScripts(page: string, nonce: string): string {
  return page.replaceAll(/<script nonce="([^"]*)"[^>]*>[^]*?<\/script>/g, (script, mark) =>
    mark === nonce ? '' : script,
  )
}

/** A Content-Security-Policy that lets these scripts run, too. */
export function allowScripts(policy: string, hashes: readonly string[]): string {
  const sources = hashes.map((digest) => ` 'sha256-${digest}'`).join('')
  return policy.replace(/script-src [^;]*/, (directive) => directive + sources)
}
