import { open, shot, browser, O, LONG, big } from './zz-shots.mts'
const settle = async (page: any) => { await page.goto(O + '/profile'); await page.getByRole('heading', { name: /My Events|Os meus eventos/ }).waitFor(); await page.waitForLoadState('networkidle'); await page.waitForTimeout(600) }
{ const { page, context } = await open('ana@example.com'); await settle(page); await shot(page, 'ana-1280'); await context.close() }
{ const { page, context } = await open('ana@example.com', { width: 390, dark: true, pt: true }); await settle(page); await shot(page, 'ana-390-dark-pt'); await context.close() }
{ const { page, context } = await open(LONG, { width: 320 }); await settle(page); await shot(page, 'long-320'); console.log('overflow', await page.evaluate(() => document.documentElement.scrollWidth)); await context.close() }
{ const { page, context } = await open('novo@example.com', { width: 768, pt: true }); await settle(page); await shot(page, 'novo-768-pt'); await context.close() }
await browser.close()
