import { readdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs'
const B = 'http://localhost:3916/api/v1'
const MAIL = '/tmp/data-f/mail'
const post = async (path: string, body: unknown, token?: string, method = 'POST', headers: Record<string,string> = {}) => {
  const r = await fetch(B + path, { method, headers: { 'content-type': 'application/json', ...(token ? { authorization: 'Bearer ' + token } : {}), ...headers }, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  return { status: r.status, retry: r.headers.get('retry-after'), data: (await r.json()) as any }
}
const sleep = (ms: number) => new Promise((r) => setTimeout(r, ms))
const PW = 'a-very-calm-tide-42'
async function account(email: string, name: string) {
  const r = await post('/auth/register', { email, password: PW, name })
  if (r.status !== 201) { console.log('register', email, r.status, JSON.stringify(r.data)) }
  const secret = r.data.data?.registration_secret
  for (let i = 0; i < 40; i++) {
    await sleep(500)
    for (const f of readdirSync(MAIL)) {
      const t = readFileSync(MAIL + '/' + f, 'utf8')
      if (!t.includes(email)) continue
      const m = /confirm-email-token=3D([\w-]+(?:=\r?\n[\w-]+)*)|confirm-email-token=([\w-]+)/.exec(t.replace(/=\r?\n/g, ''))
      if (m) { const c = await post('/auth/confirm-email', { token: m[1] ?? m[2], registration_secret: secret }); console.log('confirm', email, c.status); return (await post('/auth/login', { email, password: PW })).data.data.access_token.token as string }
    }
  }
  throw new Error('no mail for ' + email)
}
const admin = (await post('/auth/login', { email: 'admin@example.com', password: 'a-long-quiet-wave-77' })).data.data.access_token.token
const photo = existsSync('/tmp/f-photo.jpg') ? readFileSync('/tmp/f-photo.jpg').toString('base64') : undefined
let n = 0
async function submit(token: string | undefined, email: string, title: string, extra: object = {}) {
  const r = await post('/events', { title, description: 'Three bands from the village play on the beach until the sun is gone.', email, location_name: n % 3 ? 'Praia do Sul - Rua da Praia do Sul, Ericeira' : 'Largo dos Condes da Ericeira - Ericeira', latitude: 38.9583, longitude: -9.4166, price: 5.5, tag_keys: ['music'], timetable: { list: [{ start_time: '2026-12-2' + (n % 9) + ' 19:00:00', end_time: '2026-12-2' + (n % 9) + ' 22:00:00', is_all_day: false }] }, ...extra }, token, 'POST', { 'idempotency-key': crypto.randomUUID() })
  n++
  if (r.status !== 201) console.log('submit', r.status, r.retry, JSON.stringify(r.data).slice(0, 300))
  return r.data.data?.id as string
}
const review = async (id: string, action: string, reason?: string) => { const r = await post(`/backoffice/events/${id}/review`, { action, ...(reason ? { reason } : {}) }, admin); if (r.status !== 200) console.log('review', r.status, JSON.stringify(r.data)) }
const which = process.argv.slice(2)
if (which.includes('ana')) {
  await submit(undefined, 'ana@example.com', 'Beach clean-up without an account')
  await submit(undefined, 'ana@example.com', 'Second one made while signed out')
  const ana = await account('ana@example.com', 'Ana Sousa')
  for (let i = 0; i < 25; i++) {
    const id = await submit(ana, 'ana@example.com', ['Sunset Sessions', 'Yoga by the sea', 'Feira de artesanato na praça central da vila', 'Surf competition for beginners'][i % 4] + ' ' + (i + 1), i === 22 && photo ? { photo } : {})
    if (!id) break
    if (i % 3 === 0) await review(id, 'approve')
    if (i % 3 === 1) await review(id, 'reject', i % 2 ? undefined : 'Please name the exact place, and add a photo that shows the venue.')
  }
}
if (which.includes('new')) await account('novo@example.com', 'Nuno Novo')
if (which.includes('long')) {
  const t = await account('uma.morada.de.email.muito.comprida.para.caber@subdominio.exemplo-muito-comprido.example.com', 'Maria da Conceição Albuquerque e Vasconcelos de Todos os Santos '.repeat(4).slice(0, 200).trim())
  const id = await submit(t, 'x@example.com', 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenauszahlungsstellenleiterinnenbesprechung2026')
  await review(id, 'reject', 'Supercalifragilisticexpialidocious'.repeat(8) + ' and a second line.\nPlease shorten it.')
}
