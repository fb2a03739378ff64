import { expect, it } from 'vitest'
import { plainDescription } from '@/server/modules/import/source/source-event'

it.each([
  [
    'Bilhetes <a href="https://tickets.example/?a=1&amp;b=2">aqui</a>.',
    'Bilhetes aqui (https://tickets.example/?a=1&b=2).',
  ],
  ['<a href="https://example.com/fado">https://example.com/fado</a>', 'https://example.com/fado'],
  ['<a href="https://example.com/">www.example.com</a>', 'www.example.com'],
  ['<a href="https://example.com/fado">https://exam…</a>', 'https://exam… (https://example.com/fado)'],
  ['<a href="mailto:a@example.com">a@example.com</a>', 'a@example.com'],
  ['<a href="mailto:a@example.com">Escreva-nos</a>', 'Escreva-nos (a@example.com)'],
  ['<a href="#top">Topo</a> <a name="x">e</a> fim', 'Topo e fim'],
])('says where a link leads: %s', (html, text) => {
  expect(plainDescription(html)).toBe(text)
})

it.each([
  [
    '<table><tr><td>20h</td><td>Concerto</td></tr><tr><th>21h</th><td>Baile</td></tr></table>',
    '20h Concerto\n\n21h Baile',
  ],
  ['Antes<hr>Depois<blockquote>Disse</blockquote>Fim', 'Antes\nDepois\nDisse\nFim'],
  ['<section>Um</section><article>Dois</article>', 'Um\n\nDois'],
  ['<dl><dt>Preço</dt><dd>5 €</dd></dl>', 'Preço\n\n5 €'],
  ['Com foto <img src="a.jpg">', 'Com foto'],
  ['Um<br/>dois<BR />três', 'Um\ndois\ntrês'],
])('keeps apart what stands apart: %s', (html, text) => {
  expect(plainDescription(html)).toBe(text)
})

it.each([
  'Escreva a <geral@example.com>',
  'Escreva a\n<s.silva@example.com>',
  '<b.costa@example.com>',
  'Veja <https://example.com>',
  '2 < 3 > 1',
  'Olá, <nome>',
])('leaves alone what is no HTML: %s', (text) => {
  expect(plainDescription(text)).toBe(text)
})
