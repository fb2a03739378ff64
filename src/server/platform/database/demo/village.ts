import type { DemoEvent } from './demo-event'
import { allDay, day, next, timed, timedOn, weekly } from './when'

/** Markets, tables, art and what has always been done. */
export const VILLAGE: readonly DemoEvent[] = [
  {
    title: 'Mercado dos Produtores',
    description:
      'Legumes ainda com terra, pão de forno de lenha, queijo de cabra da Encarnação. Venha antes das onze.',
    place: 'Mercado Municipal da Ericeira',
    tags: ['market', 'food'],
    audience: 'all',
    access: ['step_free'],
    when: weekly(['sat'], ['08:00', '13:00'], day(-100), day(260)),
    price: 0,
    photo: true,
  },
  {
    title: 'Mercado de Artesanato do Jogo da Bola',
    description:
      'Cerâmica, candeeiros de madeira do mar, linho e joias de quarenta artesãos da região, todo o dia na praça principal.\n\nCeramics, driftwood lamps, linen and jewellery from forty makers of the region, all day in the main square.',
    place: 'Praça da República',
    tags: ['market', 'art'],
    when: weekly(['sun'], undefined, day(-14), day(90)),
    price: 0,
    photo: true,
  },
  {
    title: 'Flea Market for Boards and Wetsuits',
    description:
      'Sell what you have outgrown, find what you will outgrow next. Tables are free for children.',
    place: 'Pavilhão Municipal',
    tags: ['market', 'surf'],
    when: timed(next('sun', 3), '09:30', '15:00'),
    price: 0,
  },
  {
    title: 'Rostos do Porto · Faces of the Harbour',
    description:
      'Quarenta retratos das famílias de pescadores, de 1958 até hoje, e as vozes a que pertencem.\n\nForty portraits of the fishing families, taken between 1958 and today, and the voices that belong to them.',
    place: 'Casa de Cultura Jaime Lobo e Silva',
    tags: ['art', 'tradition'],
    when: allDay(day(-21), 85),
    price: 3,
    photo: true,
  },
  {
    title: 'Vila Florida · Village in Bloom',
    description:
      'Portas, varandas e ruas inteiras vestem-se de flores. Vote na sua preferida no posto de turismo.\n\nDoors, balconies and whole streets are dressed with flowers. Vote for your favourite at the tourist office.',
    place: 'Praça da República',
    tags: ['tradition', 'family'],
    when: allDay(day(-1), 4),
    price: 0,
    photo: true,
  },
  {
    title: 'Festival do Ouriço-do-Mar · Sea Urchin Week',
    description:
      'Vinte restaurantes e um só ingrediente: ouriço-do-mar, cru, grelhado, em arroz e até em gelado.\n\nTwenty restaurants and one ingredient: sea urchin, raw, grilled, in rice and even in ice cream.',
    place: 'Largo das Ribas',
    tags: ['food', 'festival'],
    when: allDay(next('mon', 4), 7),
    infoUrl: 'https://example.com/sea-urchin-week',
    photo: true,
  },
  {
    title: 'Sardinhada na Rua',
    description: 'Brasas, sal grosso, pão e pimentos em mesas compridas no meio da rua. Come-se com as mãos.',
    place: 'Praia dos Pescadores',
    tags: ['food', 'tradition'],
    when: timed(next('fri'), '19:00', '23:00'),
    price: 12.5,
    photo: true,
  },
  {
    title: 'Procissão de Nossa Senhora da Boa Viagem',
    description:
      'Os barcos enfeitam-se, a imagem sai para o mar e o porto inteiro faz soar as buzinas. No fim, há fogo de artifício.',
    place: 'Capela da Boa Viagem',
    tags: ['tradition', 'family'],
    when: timed(next('sun', 4), '15:00', '20:00'),
    price: 0,
    photo: true,
  },
  {
    title: 'Pintura de Azulejos com a Dona Graça',
    description:
      'Azul-cobalto sobre vidrado branco, seis azulejos por pessoa, cozidos e prontos a levantar uma semana depois.',
    place: 'Casa de Cultura Jaime Lobo e Silva',
    tags: ['workshop', 'art'],
    when: timedOn([next('wed'), next('wed', 1), next('wed', 2), next('wed', 3)], '18:00', '20:30'),
    price: 22,
  },
  {
    title: 'Wine Tasting: Colares Grown in Sand',
    description:
      'Five wines from vines that stand in the dunes a few kilometres south, with bread, cheese and a map.',
    place: 'Mercado Municipal da Ericeira',
    tags: ['food', 'workshop'],
    audience: 'adults',
    languages: ['en', 'pt'],
    when: timed(next('thu', 3), '19:00', '21:00'),
    price: 24,
    photo: true,
  },
  {
    title: 'Hora do Conto · Story Hour',
    description:
      'Monstros marinhos e ratinhos valentes, lidos em voz alta em português e inglês, para crianças dos três aos sete anos.\n\nSea monsters and brave mice, read aloud in Portuguese and English for children from three to seven.',
    place: 'Casa de Cultura Jaime Lobo e Silva',
    tags: ['family', 'art'],
    audience: 'families',
    access: ['step_free', 'sign_language'],
    languages: ['pt', 'en'],
    when: weekly(['sat'], ['11:00', '11:45'], day(1), day(120)),
    price: 0,
  },
  {
    title: 'Ateliês Abertos · Open Studios',
    description:
      'Pintores, shapers, oleiros e um construtor de cravos abrem as portas. O mapa está em qualquer um deles.\n\nPainters, shapers, potters and one maker of harpsichords open their doors. Pick up the map at any of them.',
    place: 'Largo das Ribas',
    tags: ['art', 'workshop'],
    when: allDay(next('sat', 5), 2),
    price: 0,
    photo: true,
  },
  {
    title: 'Photo Walk: Blue and White',
    description:
      'Two hours through the old streets with a photographer who has lived here for thirty years. Phones are fine.',
    place: 'Praça da República',
    tags: ['art', 'workshop'],
    when: timed(next('sun', 1), '08:30', '10:30'),
    price: 15,
  },
  {
    title: 'Pão no Forno da Vila',
    description:
      'Massa da noite anterior, um forno aquecido com lenha de videira e um pão ainda quente para levar para casa.',
    place: 'Parque de Santa Marta',
    tags: ['food', 'workshop'],
    when: timedOn([next('sat', 1), next('sat', 7)], '09:00', '12:30'),
    price: 18,
  },
  {
    title: 'Rota dos Petiscos',
    description:
      'Uma bebida e um petisco em cada uma de doze tabernas, por três euros e meio. Carimbe o seu passaporte.',
    place: 'Praça da República',
    tags: ['food', 'nightlife'],
    when: timed(next('thu', 6), '18:00', '23:00'),
    price: 3.5,
  },
  {
    title: 'Feira de Brinquedos em Segunda Mão',
    description: 'As crianças vendem às crianças. Os adultos podem carregar caixas e beber café.',
    place: 'Pavilhão Municipal',
    tags: ['market', 'family'],
    audience: 'families',
    access: ['step_free'],
    when: timed(next('sun', 7), '10:00', '13:00'),
    price: 0,
  },
  {
    title: 'Dia do Património no Forte de Milreu',
    description: 'O forte do século XVII está aberto de manhã à noite, com visita guiada a cada hora certa.',
    place: 'Forte de Milreu',
    tags: ['tradition', 'art'],
    when: allDay(next('sat', 9)),
    price: 2,
    photo: true,
  },
  {
    title: 'Noite de Quiz pelos Bombeiros Voluntários',
    description:
      'Equipas de quatro, seis rondas, uma delas sobre o mar. Tudo reverte para uma nova ambulância.',
    place: 'Pavilhão Municipal',
    tags: ['family', 'nightlife'],
    when: timed(next('fri', 2), '20:30', '23:00'),
    price: 5,
  },
  {
    title: 'Poesia no Miradouro',
    description:
      'Leia um poema seu ou de outra pessoa, cinco minutos cada um, com o mar a ter a última palavra.',
    place: 'Furnas',
    tags: ['art'],
    when: timed(next('sun', 8), '18:30', '20:00'),
    price: 0,
  },
]
