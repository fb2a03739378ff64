import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { findRunningEngine } from './src/server/database/engine/find-running-engine'
const conn = await findRunningEngine('/tmp/data-L2')
const c = new pg.Client(conn as never); await c.connect()
const { rows: [admin] } = await c.query(`select * from users where role='ADMIN' order by created_at limit 1`)
const names = ['Ana Ondas','Rui Reis','Maria José da Conceição Albuquerque','Zoë','João Ferreira','Inês Sequeira','Tiago Mar','Carla Pescadora','Østen Å','李雷','عبد الله']
const ids: string[] = []
const longName = 'Maria do Carmo de Todos os Santos e da Ericeira '.repeat(5).slice(0,200)
const longMail = 'a'.repeat(64)+'@'+'b'.repeat(43)+'.example.com'
for (let i=0;i<60;i++){
  const id=randomUUID(); ids.push(id)
  const name = i===58 ? longName : i===57 ? 'N'.repeat(200) : names[i%names.length]+ (i>10? ' '+i:'')
  const email = i===58 ? longMail : `person${i}@example.com`
  await c.query(`insert into users(id,email,name,password_hash,role,suspended_at,created_at,updated_at) values($1,$2,$3,$4,$5,$6,now() - ($7||' hours')::interval, now())`,[id,email,name,admin.password_hash, i%15===3?'ADMIN':'USER', i%9===4? new Date():null, String((60-i)*9)])
}
for (let i=0;i<62;i++){
  const did=randomUUID()
  await c.query(`insert into devices(id,device_id,device_token,user_id,created_at,updated_at) values($1,$2,$3,$4,now()-($5||' hours')::interval,now())`,[did, i===60?'D'.repeat(200):i===59?'short-id':randomUUID().toUpperCase(), i===60?'f0e1'.repeat(75): i===59?'tok':randomUUID().replaceAll('-','').repeat(2), ids[i%60], String((62-i)*5)])
  const data = i===61 ? {event:{id:randomUUID(),a:{b:{c:{d:{e:['deep',1,true,null],long:'x'.repeat(180)}}}}}} : i===60 ? {} : {event_id:randomUUID(),status:'PUBLISHED'}
  await c.query(`insert into notifications(id,user_id,device_id,title,body,data,created_at,updated_at) values($1,$2,$3,$4,$5,$6,now()-($7||' hours')::interval,now())`,[randomUUID(),ids[i%60],did, i===60?'T'.repeat(100):i%2?'Your event was published':'O seu evento foi publicado: festa da sardinha', i===60?'B'.repeat(300):`“Sunset session at Ribeira d’Ilhas ${i}” is in the guide now. Share it with your friends.`, data, String((62-i)*3)])
}
const topics=['Event Support','Technical Support','Urgent Matter','Feedback','Other']
for (let i=0;i<14;i++) await c.query(`insert into contact_forms(id,first_name,last_name,email,topic,message,locale,done_at,created_at) values($1,$2,$3,$4,$5,$6,$7,$8,now()-($9||' hours')::interval)`,[randomUUID(), i===13?'F'.repeat(200):names[i%11].split(' ')[0], i===13?'L'.repeat(200):names[i%11].split(' ')[1]??'Silva', i===12?longMail:`sender${i}@example.com`, topics[i%5], i===13?'m'.repeat(1000): i===11?('Bom dia,\n\n'+'O concerto de sábado está com a hora errada. '.repeat(20)).slice(0,1000):'Hello,\n\nmy event shows the wrong time. Could you mend it?\n\nThanks', i%2?'pt':'en', i%4===2?new Date():null, String((14-i)*7)])
await c.query(`insert into tags(id,key,name,created_at) values($1,$2,$3,now()) on conflict do nothing`,[randomUUID(),'k'.repeat(50),'W'.repeat(100)])
await c.query(`insert into tags(id,key,name,created_at) values($1,$2,$3,now()) on conflict do nothing`,[randomUUID(),'musica-ao-vivo-na-praia-com-por-do-sol','Música ao vivo na praia com pôr do sol e petiscos da Ericeira para toda a família'])
// latest events for person 0
await c.query(`update events set user_id=$1 where id in (select id from events order by created_at desc limit 9)`,[ids[0]])
await c.query(`update events set user_id=$1 where id in (select id from events order by created_at asc limit 2)`,[ids[58]])
for (const [i,email] of ['pass@example.com','totp@example.com','codes@example.com','due@example.com','loner@example.com'].entries()) await c.query(`insert into users(id,email,name,password_hash,role,created_at,updated_at) values($1,$2,$3,$4,'ADMIN',now()-interval '900 hours',now())`,[randomUUID(),email,'Factor '+i,admin.password_hash])
console.log(JSON.stringify({person: ids[0], long: ids[58], nnn: ids[57], suspended: ids[4], adminUser: ids[3], self: admin.id}))
await c.end()
