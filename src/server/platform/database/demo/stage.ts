import type { DemoEvent } from './demo-event'
import { allDay, day, daysFrom, next, timed, timedOn, weekly } from './when'

/** Music, festivals and the night. */
export const STAGE: readonly DemoEvent[] = [
  {
    title: 'Fado ao Pôr do Sol',
    description:
      'Voz, guitarra portuguesa e viola enquanto o sol se põe atrás do porto. Silêncio, que se vai cantar o fado.',
    place: 'Largo das Ribas',
    tags: ['music', 'tradition'],
    audience: 'all',
    access: ['seating'],
    languages: ['pt'],
    when: weekly(['fri'], ['19:30', '21:30'], day(-5), day(85)),
    price: 0,
    photo: true,
  },
  {
    title: 'Sons da Vila',
    description:
      'Três dias, dois palcos e dezasseis bandas entre o parque e a praça. À tarde, concertos para famílias; os grandes nomes a partir das nove.\n\nThree days, two stages and sixteen bands between the park and the square. Family concerts in the afternoon, the big names from nine.',
    place: 'Parque de Santa Marta',
    tags: ['festival', 'music'],
    when: timedOn(daysFrom(next('fri', 3), 3), '17:00', '23:30'),
    price: 28,
    infoUrl: 'https://example.com/sons-da-vila',
    links: [
      { type: 'instagram', data: 'https://www.instagram.com/ericeira.events' },
      { type: 'facebook', data: 'https://www.facebook.com/ericeira.events' },
    ],
    photo: true,
  },
  {
    title: 'Jazz in the Market Hall',
    description:
      'The fish is gone, the tiles are washed and the trio sets up between the stalls. Wine and petiscos at the bar.',
    place: 'Mercado Municipal da Ericeira',
    tags: ['music', 'food'],
    access: ['step_free', 'accessible_toilet', 'seating'],
    when: timed(next('sat'), '20:00', '22:30'),
    price: 12,
    photo: true,
  },
  {
    title: 'Open Mic at the Jogo da Bola',
    description:
      'Ten minutes each, any language, any instrument. Put your name on the list from eight o’clock.',
    place: 'Praça da República',
    tags: ['music', 'nightlife'],
    when: weekly(['thu'], ['20:30', '23:00'], day(2), day(88)),
    price: 0,
  },
  {
    title: 'Banda Filarmónica: Concerto de Domingo',
    description:
      'Sessenta músicos dos oito aos oitenta anos, marchas e música de filmes à sombra dos plátanos.',
    place: 'Praça da República',
    tags: ['music', 'tradition'],
    audience: 'all',
    access: ['step_free', 'seating'],
    when: timed(next('sun', 2), '16:00', '17:30'),
    price: 0,
  },
  {
    title: 'Vinyl & Vinho',
    description:
      'Bring a record, get a glass. Small-producer wines from the Lisbon region and whatever you carry in your bag.',
    place: 'Largo das Ribas',
    tags: ['nightlife', 'food'],
    when: weekly(['wed'], ['19:00', '22:00'], day(6), day(70)),
    price: 7.5,
    photo: true,
  },
  {
    title: 'Sunset DJ Set at São Sebastião',
    description: 'Disco, funk and slow house above the sea. Come on foot: there is no parking at the chapel.',
    place: 'Capela de São Sebastião',
    tags: ['nightlife', 'music'],
    when: timed(next('sat', 2), '18:30', '00:00'),
    price: 0,
    photo: true,
  },
  {
    title: 'Chamber Music in São Pedro',
    description:
      'A string quartet plays Haydn and a new piece by a composer from Mafra, in the golden light of the old church.',
    place: 'Igreja de São Pedro',
    tags: ['music', 'art'],
    when: timed(next('sun', 5), '18:00', '19:30'),
    price: 10,
  },
  {
    title: 'Reggae on the Sand',
    description: 'Three sound systems, bare feet and a barefoot bar. The last bus to Mafra leaves at 23:45.',
    place: 'Foz do Lizandro',
    tags: ['music', 'festival'],
    when: timed(next('sat', 6), '16:00', '23:30'),
    price: 15,
    photo: true,
  },
  {
    title: 'Noite de Cante Alentejano',
    description: 'Trinta vozes da planície, nenhum instrumento e uma sala que se cala.',
    place: 'Casa de Cultura Jaime Lobo e Silva',
    tags: ['music', 'tradition'],
    when: timed(next('fri', 7), '21:00', '22:30'),
    price: 5,
  },
  {
    title: 'Silent Disco by the Fort',
    description: 'Three channels, three colours of headphones and neighbours who sleep well.',
    place: 'Forte de Nossa Senhora da Natividade',
    tags: ['nightlife', 'music'],
    when: timed(next('sat', 8), '21:00', '02:00'),
    price: 9,
    photo: true,
  },
  {
    title: 'Samba Workshop and Street Parade',
    description:
      'Learn the three basic rhythms in the afternoon and play them through the village in the evening.',
    place: 'Parque de Santa Marta',
    tags: ['workshop', 'music'],
    when: timed(next('sat', 4), '14:30', '19:00'),
    price: 15,
  },
  {
    title: 'Ericeira Comedy Club',
    description:
      'Stand-up in English and Portuguese, six comedians, seven minutes each. The first row is not safe.',
    place: 'Casa de Cultura Jaime Lobo e Silva',
    tags: ['nightlife', 'art'],
    audience: 'adults',
    languages: ['en'],
    when: timedOn([next('thu', 1), next('thu', 5), next('thu', 9)], '21:30', '23:30'),
    price: 8,
    photo: true,
  },
  {
    title: 'Festival das Marés',
    description:
      'Uma semana de concertos, ateliês abertos e mesas compridas no porto, quando as marés são mais vivas. A vila inteira participa.\n\nA week of concerts, open studios and long tables at the harbour when the tides are at their highest. The whole village takes part.',
    place: 'Porto de Pesca',
    tags: ['festival', 'tradition'],
    when: allDay(next('mon', 10), 7),
    price: 0,
    photo: true,
  },
]
