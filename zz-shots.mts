import { chromium } from '@playwright/test'
const O = 'http://localhost:3916'
const PW = 'a-very-calm-tide-42'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'] })
export async function open(email: string | undefined, o: { width?: number; dark?: boolean; pt?: boolean; big?: boolean } = {}) {
  const context = await browser.newContext({ viewport: { width: o.width ?? 1280, height: 900 }, colorScheme: o.dark ? 'dark' : 'light', locale: o.pt ? 'pt-PT' : 'en-GB', reducedMotion: 'reduce', acceptDownloads: true })
  await context.addCookies([{ name: 'lang', value: o.pt ? 'pt' : 'en', url: O }, { name: 'analytics-consent', value: 'false', url: O }])
  const page = await context.newPage()
  page.on('console', (m) => { if (m.type() === 'error') console.log('CONSOLE', m.text()) })
  page.on('pageerror', (e) => console.log('PAGEERROR', e.message))
  if (email) {
    const r = await fetch(O + '/api/v1/auth/login', { method: 'POST', headers: { 'content-type': 'application/json', 'user-agent': email.startsWith('ana') ? 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36' : 'x' }, body: JSON.stringify({ email, password: PW }) })
    const s = ((await r.json()) as any).data
    await page.goto(O + '/terms')
    await page.evaluate((s) => { for (const [k, v] of Object.entries({ access_token: s.access_token.token, refresh_token: s.refresh_token.token, auth_user: JSON.stringify(s.user), access_token_expires_at: String(s.access_token.expires_at), refresh_token_expires_at: String(s.refresh_token.expires_at), token: s.access_token.token })) localStorage.setItem(k, v as string) }, s)
  }
  return { context, page }
}
export const LONG = 'uma.morada.de.email.muito.comprida.para.caber@subdominio.exemplo-muito-comprido.example.com'
export const shot = (page: any, name: string, full = true) => page.screenshot({ path: `/tmp/f-shots/${name}.png`, fullPage: full })
export const big = (page: any) => page.addStyleTag({ content: 'html{font-size:200%}' })
export { browser, O }
