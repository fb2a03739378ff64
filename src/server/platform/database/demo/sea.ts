import type { DemoEvent } from './demo-event'
import { allDay, day, next, timed, timedOn, weekly } from './when'

/** Events on the water and along it. */
export const SEA: readonly DemoEvent[] = [
  {
    title: 'Ribeira d’Ilhas Pro Junior',
    description:
      'The best under-20 surfers of Europe meet at the natural amphitheatre of Ribeira d’Ilhas. Heats are called at 7:30 each morning; bring a blanket and watch from the slope.',
    place: 'Ribeira d’Ilhas',
    tags: ['surf', 'competition'],
    when: allDay(next('thu', 2), 4),
    links: [{ type: 'instagram', data: 'https://www.instagram.com/ericeira.events' }],
    photo: true,
  },
  {
    title: 'Longboard Sunday at Foz do Lizandro',
    description:
      'A friendly expression session for longboarders of every age. Old boards welcome, prizes for style and none for speed.',
    place: 'Foz do Lizandro',
    tags: ['surf', 'competition'],
    when: timed(next('sun', 1), '09:00', '14:00'),
    price: 5,
    photo: true,
  },
  {
    title: 'First Wave: Surf Lesson for Beginners',
    isByOrganiser: true,
    description:
      'Two hours with certified instructors in the gentle white water. Board and wetsuit are included; groups of eight at most.',
    place: 'Praia do Sul',
    tags: ['surf', 'workshop'],
    languages: ['en', 'pt'],
    when: weekly(['tue', 'thu', 'sat'], ['10:00', '12:00'], day(-10), day(110)),
    price: 35,
    photo: true,
  },
  {
    title: 'Girls Who Surf: Saturday Session',
    isByOrganiser: true,
    description: 'Women and girls paddle out together. Coaches on the beach, coffee and cake afterwards.',
    place: 'Praia do Matadouro',
    tags: ['surf', 'sport'],
    when: weekly(['sat'], ['09:00', '11:30'], day(1), day(80)),
    price: 20,
  },
  {
    title: 'Clube de Surf Infantil',
    isByOrganiser: true,
    description:
      'Para crianças dos 7 aos 12 anos que saibam nadar. Primeiro jogos na areia, depois ondas, sempre com um treinador para cada quatro.',
    place: 'Praia do Algodio',
    tags: ['surf', 'family'],
    audience: 'families',
    languages: ['pt'],
    when: weekly(['wed'], ['16:00', '17:30'], day(-30), day(150)),
    price: 18,
  },
  {
    title: 'Limpeza de Praia · Beach Clean-up',
    description:
      'Há luvas e sacos à espera na rampa. Da última vez, 46 pessoas levaram 210 quilos; no fim, há sopa para todos.\n\nGloves and bags are waiting at the slipway. Last time 46 people carried away 210 kilos; afterwards there is soup for everybody.',
    place: 'Praia dos Pescadores',
    tags: ['nature', 'family'],
    audience: 'all',
    languages: ['pt', 'en'],
    when: timed(next('sun'), '10:00', '12:30'),
    price: 0,
    photo: true,
  },
  {
    title: 'Passeio na Maré Baixa: a Vida entre as Rochas',
    description:
      'Uma bióloga marinha mostra anémonas, lebres-do-mar e os pequenos polvos das poças de São Sebastião. Traga calçado que se possa molhar.',
    place: 'Praia de São Sebastião',
    tags: ['nature', 'family'],
    when: timedOn([next('sat', 1), next('sat', 5), next('sat', 9)], '08:30', '10:30'),
    price: 6,
    photo: true,
  },
  {
    title: 'Stand-up Paddle at Dawn',
    description: 'Flat water, first light and nobody else on it. Boards and life jackets are provided.',
    place: 'Foz do Lizandro',
    tags: ['sport', 'nature'],
    when: weekly(['fri'], ['07:00', '08:30'], day(3), day(75)),
    price: 25,
  },
  {
    title: 'Reserva Mundial de Surf: Dias Abertos · Open Days',
    description:
      'Sete ondas em oito quilómetros fizeram da Ericeira a primeira Reserva Mundial de Surf da Europa. Conversas, mapas e passeios guiados pelas falésias.\n\nSeven waves in eight kilometres made Ericeira the first World Surfing Reserve in Europe. Talks, maps and guided walks along the cliffs.',
    place: 'Ribeira d’Ilhas',
    tags: ['nature', 'surf'],
    when: allDay(next('fri', 6), 3),
    price: 0,
    photo: true,
  },
  {
    title: 'Coxos Big Wave Waiting Period',
    description:
      'When the swell comes, the invited surfers have one day. The call is made 48 hours ahead: watch the flags on the cliff.',
    place: 'Coxos',
    tags: ['surf', 'competition'],
    when: allDay(day(10), 46),
    infoUrl: 'https://example.com/coxos',
  },
  {
    title: 'Shaping Room: Build Your Own Handplane',
    isByOrganiser: true,
    description:
      'From a plank of paulownia to a bodysurfing handplane in one afternoon. You take it home and to the water.',
    place: 'Pavilhão Municipal',
    tags: ['workshop', 'surf'],
    when: timed(next('sat', 3), '14:00', '18:00'),
    price: 45,
    photo: true,
  },
  {
    title: 'Night Surf under Lights',
    description:
      'Floodlights on the beach break, a DJ on the sand and hot chocolate for cold hands. Spectators come for free.',
    place: 'Praia do Algodio',
    tags: ['surf', 'nightlife'],
    when: timed(next('fri', 4), '20:30', '23:30'),
    price: 10,
  },
  {
    title: 'Sea Swimming Group',
    description:
      'Around the buoys and back, 800 metres in a group with a safety kayak. Newcomers swim with a partner.',
    place: 'Praia do Sul',
    tags: ['sport', 'yoga'],
    when: weekly(['mon', 'wed', 'fri'], ['07:30', '08:30'], day(-60), day(200)),
    price: 0,
  },
  {
    title: 'Visita ao Porto com o Mestre Joaquim',
    description:
      'Redes, nós e histórias de cinquenta anos no mar. Termina na lota, com uma prova do que os barcos trouxeram.',
    place: 'Porto de Pesca',
    tags: ['tradition', 'food'],
    when: timedOn([next('thu'), next('thu', 2), next('thu', 4)], '15:00', '16:30'),
    price: 8,
    photo: true,
  },
  {
    title: 'Ocean Film Night: Swell Lines',
    description:
      'Four short films about cold water and the people who love it. The director answers questions afterwards.',
    place: 'Casa de Cultura Jaime Lobo e Silva',
    tags: ['art', 'surf'],
    access: ['step_free', 'accessible_toilet', 'seating'],
    languages: ['en'],
    when: timed(next('fri', 1), '21:00', '00:00'),
    price: 6,
    photo: true,
  },
]
