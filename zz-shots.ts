import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { readFileSync, mkdirSync } from 'node:fs'
const ids = JSON.parse(readFileSync('/tmp/L2/ids.json','utf8'))
const O='http://localhost:4102'
const only = process.argv.slice(2)
const OUT='/tmp/L2/shots'; mkdirSync(OUT,{recursive:true})
const browser = await chromium.launch({ executablePath:'/usr/bin/chromium', args:['--no-sandbox','--disable-gpu','--disable-background-networking','--disable-component-update','--disable-sync'] })
type Cfg = { w:number; h:number; dark:boolean; lang:'en'|'pt'; scale:number }
const CFG: Cfg[] = [
  { w:320,h:640,dark:false,lang:'en',scale:1 },
  { w:390,h:844,dark:true,lang:'pt',scale:1 },
  { w:768,h:1000,dark:false,lang:'pt',scale:.8 },
  { w:1280,h:800,dark:false,lang:'en',scale:.75 },
  { w:1280,h:800,dark:true,lang:'pt',scale:.6 },
]
const ctx = await browser.newContext({ baseURL:O })
const page = await ctx.newPage()
page.on('pageerror', e=>console.log('PAGEERROR', e.message))
const PW='waves-at-ribeira-dilhas'
async function signIn(page: Page, email='admin@ericeira.example'){
  await page.goto('/backoffice/login')
  await page.locator('input[type=email]').fill(email); await page.locator('input[name=password]').fill(PW)
  await page.locator('button[type=submit]').click(); await page.waitForURL('**/backoffice/dashboard')
}
const main = '#content'
const go = (path:string, sel='table tbody tr, .card, article') => async (p:Page)=>{ await p.goto(path); await p.locator(main+' h1, main h1').first().waitFor(); await p.waitForLoadState('networkidle'); }
const rowButton = (path:string, row:number, nth:number) => async (p:Page)=>{ await go(path)(p); await p.locator('tbody tr').nth(row).getByRole('button').nth(nth).click(); await p.locator('[role=dialog],[role=alertdialog]').waitFor(); await p.waitForTimeout(350)}
const lastButton = (path:string, row:number) => async (p:Page)=>{ await go(path)(p); await p.locator('tbody tr').nth(row).getByRole('button').last().click(); await p.locator('[role=dialog],[role=alertdialog]').waitFor(); await p.waitForTimeout(350)}
const pageButton = (path:string, nth:number) => async (p:Page)=>{ await go(path)(p); await p.locator('#content section button').nth(nth).click(); await p.locator('[role=dialog],[role=alertdialog]').waitFor(); await p.waitForTimeout(350)}
const failing = (path:string, api:string, how:'abort'|'slow') => async (p:Page)=>{ await p.route('**/api/v1/'+api, r=> how==='abort'? r.abort() : new Promise(()=>undefined)); await p.goto(path); await p.waitForTimeout(how==='abort'?2500:1200) }
const S: Record<string,{do:(p:Page)=>Promise<void>; full?:boolean; out?:boolean}> = {
  login: { do: async p=>{ await p.goto('/backoffice/login'); await p.locator('h1').waitFor()}, out:true },
  'login-empty': { do: async p=>{ await p.goto('/backoffice/login'); await p.locator('button[type=submit]').click(); await p.waitForTimeout(400)}, out:true },
  'login-wrong': { do: async p=>{ await p.goto('/backoffice/login'); await p.locator('input[type=email]').fill('admin@ericeira.example'); await p.locator('input[name=password]').fill('nope-nope-nope'); await p.locator('button[type=submit]').click(); await p.getByRole('alert').waitFor()}, out:true },
  'login-notadmin': { do: async p=>{ await p.goto('/backoffice/login'); await p.locator('input[type=email]').fill('person0@example.com'); await p.locator('input[name=password]').fill(PW); await p.locator('button[type=submit]').click(); await p.getByRole('alert').waitFor()}, out:true },
  users: { do: go('/backoffice/users'), full:true },
  'users-none': { do: go('/backoffice/users?search=nobody-at-all') },
  'users-error': { do: failing('/backoffice/users','backoffice/users?*','abort') },
  'users-loading': { do: failing('/backoffice/users','backoffice/users?*','slow') },
  user: { do: go('/backoffice/users/'+ids.person), full:true },
  'user-long': { do: go('/backoffice/users/'+ids.long), full:true },
  'user-nnn': { do: go('/backoffice/users/'+ids.nnn) },
  'user-self': { do: go('/backoffice/users/'+ids.self) },
  'user-suspended': { do: go('/backoffice/users/'+ids.suspended) },
  'user-missing': { do: go('/backoffice/users/00000000-0000-4000-8000-000000000000') },
  'user-promote': { do: pageButton('/backoffice/users/'+ids.person, 1) },
  'user-suspend-long': { do: pageButton('/backoffice/users/'+ids.long, 3) },
  devices: { do: go('/backoffice/devices') , full:true},
  'device-dialog': { do: lastButton('/backoffice/devices', 0) },
  'device-dialog-long': { do: lastButton('/backoffice/devices', 1) },
  notifications: { do: go('/backoffice/notifications'), full:true },
  'notification-dialog': { do: lastButton('/backoffice/notifications', 0) },
  'notification-dialog-long': { do: lastButton('/backoffice/notifications', 1) },
  tags: { do: go('/backoffice/tags'), full:true },
  'tags-none': { do: async p=>{ await go('/backoffice/tags')(p); await p.locator('#content input[type=search]').fill('zzzz not there'); await p.waitForTimeout(200)} },
  'tag-create': { do: async p=>{ await go('/backoffice/tags')(p); await p.locator('#content h1 + button').click(); await p.waitForTimeout(400); await p.locator('[role=dialog] button[type=submit]').click(); await p.waitForTimeout(300)} },
  'tag-edit': { do: rowButton('/backoffice/tags', 0, 0) },
  'tag-merge': { do: rowButton('/backoffice/tags', 0, 1) },
  'tag-delete': { do: rowButton('/backoffice/tags', 0, 2) },
  contacts: { do: go('/backoffice/contact-forms?show=all'), full:true },
  'contacts-open': { do: go('/backoffice/contact-forms') },
  'contact-dialog': { do: rowButton('/backoffice/contact-forms?show=all', 2, 0) },
  'contact-dialog-long': { do: rowButton('/backoffice/contact-forms?show=all', 0, 0) },
  'contact-delete': { do: rowButton('/backoffice/contact-forms?show=all', 0, 1) },
  security: { do: go('/backoffice/security'), full:true },
  offline: { do: async p=>{ await go('/backoffice/tags')(p); await p.context().setOffline(true); await p.waitForTimeout(500) } },
  'sidebar-collapsed': { do: async p=>{ await go('/backoffice/devices')(p); await p.evaluate(()=>localStorage.setItem('back-office-sidebar','collapsed')); await p.reload(); await p.locator('#content h1').waitFor(); await p.waitForTimeout(600); await p.evaluate(()=>localStorage.removeItem('back-office-sidebar')) } },
  drawer: { do: async p=>{ await go('/backoffice/devices')(p); const b=p.locator('header button').first(); if(await b.isVisible()){ await b.click(); await p.waitForTimeout(500)} } },
  tooltip: { do: async p=>{ await go('/backoffice/devices')(p); await p.locator('tbody tr').nth(1).getByRole('button').nth(1).focus(); await p.keyboard.press('Shift+Tab'); await p.keyboard.press('Tab'); await p.waitForTimeout(600) } },
}
const names = only.length ? Object.keys(S).filter(n=>only.some(o=>n.startsWith(o))) : Object.keys(S)
let signedIn=false
for (const name of names) {
  const s=S[name]!
  if (!s.out && !signedIn) { await signIn(page); signedIn=true }
  const tiles=[]
  for (const cfg of CFG) {
    const p = s.out ? await (await browser.newContext({baseURL:O})).newPage() : page
    await p.context().addCookies([{name:'lang',value:cfg.lang,url:O}])
    await p.setViewportSize({width:cfg.w,height:cfg.h}); await p.emulateMedia({colorScheme:cfg.dark?'dark':'light'})
    try { await s.do(p) } catch(e) { console.log('FAIL',name,cfg.w,(e as Error).message.split('\n')[0]) }
    let buf = await p.screenshot(s.full? {fullPage:true, animations:'disabled'}:{animations:'disabled'})
    await p.unrouteAll({behavior:'ignoreErrors'}); await p.context().setOffline(false)
    const sw = await p.evaluate(()=>document.documentElement.scrollWidth-innerWidth)
    if (sw>0) console.log('OVERFLOW',name,cfg.w,sw)
    if (s.out) await p.context().close()
    const meta=await sharp(buf).metadata(); const hh=Math.min(meta.height!,1250)
    buf = await sharp(buf).extract({left:0,top:0,width:meta.width!,height:hh}).resize({width:Math.round(meta.width!*cfg.scale)}).png().toBuffer()
    const m2=await sharp(buf).metadata(); tiles.push({buf,w:m2.width!,h:m2.height!})
  }
  const rows=[tiles.slice(0,3),tiles.slice(3)]
  const comps=[]; let top=0, W=0
  for (const r of rows){ let left=0, H=0; for(const t of r){comps.push({input:t.buf,left,top}); left+=t.w+10; H=Math.max(H,t.h)} W=Math.max(W,left); top+=H+10 }
  await sharp({create:{width:W,height:top,channels:3,background:'#f0f'}}).composite(comps).png().toFile(`${OUT}/${name}.png`)
  console.log(name)
}
await browser.close()
