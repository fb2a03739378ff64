import type { DemoEvent } from './demo-event'
import { allDay, day, daysFrom, next, timed, timedOn, weekly } from './when'

/** Moving, breathing, learning. */
export const BODY_AND_MIND: readonly DemoEvent[] = [
  {
    title: 'Morning Yoga above the Sea',
    description:
      'A slow vinyasa for every level, on the grass with a view of the harbour. Mats are there; bring a jumper.',
    place: 'Parque de Santa Marta',
    tags: ['yoga'],
    languages: ['en'],
    when: weekly(['mon', 'wed', 'fri'], ['09:00', '10:15'], day(-90), day(300)),
    price: 10,
    photo: true,
  },
  {
    title: 'Yoga Days: Retreat for Surfers',
    description:
      'Hips, shoulders and breath for people who paddle. Vegetarian meals are included, the waves are free.',
    place: 'São Lourenço',
    tags: ['yoga', 'surf'],
    when: allDay(next('fri', 5), 4),
    price: 320,
    photo: true,
  },
  {
    title: 'Breathwork and Ice Bath',
    description: 'Forty minutes of breathing, three minutes of ice, a lifetime of telling about it.',
    place: 'Praia do Sul',
    tags: ['yoga', 'workshop'],
    when: timedOn([next('sun'), next('sun', 4), next('sun', 8)], '10:00', '12:00'),
    price: 30,
  },
  {
    title: 'Cliff Run Ericeira 10K',
    description:
      'From the fishing harbour to Ribeira d’Ilhas and back along the edge. Numbers can be collected from 7:30.',
    place: 'Porto de Pesca',
    tags: ['sport', 'competition'],
    when: timed(next('sun', 6), '09:00', '12:30'),
    price: 17,
    infoUrl: 'https://example.com/cliff-run',
    photo: true,
  },
  {
    title: 'Skate Jam',
    description: 'Best trick, longest grind and a mini-ramp for the small ones. Helmets can be borrowed.',
    place: 'Skatepark da Ericeira',
    tags: ['sport', 'competition'],
    when: timed(next('sat', 2), '14:00', '18:30'),
    price: 0,
    photo: true,
  },
  {
    title: 'Noite de Futebol de Cinco',
    description: 'Venha sozinho ou em equipa; as camisolas são distribuídas à entrada. Só equipas mistas.',
    place: 'Pavilhão Municipal',
    tags: ['sport'],
    when: weekly(['tue'], ['20:00', '22:00'], day(-20), day(100)),
    price: 4,
  },
  {
    title: 'Birds of the Lizandro Valley',
    description:
      'Herons, kingfishers and with luck an osprey. Binoculars for twelve people; the walk is flat and slow.',
    place: 'Foz do Lizandro',
    tags: ['nature'],
    when: timed(next('sun', 2), '07:30', '10:00'),
    price: 5,
    photo: true,
  },
  {
    title: 'Coastal Hike: Seven Waves',
    description:
      'Eleven kilometres from Pedra Branca to São Lourenço with a guide who has surfed every wave on the way.',
    place: 'Pedra Branca',
    tags: ['nature', 'sport'],
    when: timedOn([next('sat', 3), next('sat', 7), next('sat', 10)], '09:30', '14:00'),
    price: 12,
  },
  {
    title: 'Portuguese for Newcomers',
    description:
      'One verb, ten words, two hours of conversation. After eight weeks you order fish like a local.',
    place: 'Casa de Cultura Jaime Lobo e Silva',
    tags: ['workshop'],
    access: ['step_free', 'seating'],
    languages: ['pt', 'en'],
    when: weekly(['tue', 'thu'], ['18:30', '20:30'], day(4), day(60)),
    price: 9,
  },
  {
    title: 'Dia dos Papagaios de Papel',
    description: 'Constrói-se de manhã, voa-se à tarde. A nortada já está encomendada.',
    place: 'Praia do Algodio',
    tags: ['family', 'workshop'],
    audience: 'families',
    when: timed(next('sat', 8), '10:30', '17:00'),
    price: 6,
    photo: true,
  },
  {
    title: 'Capoeira Roda',
    description:
      'Music, game and conversation with the body. Beginners stand in the circle until they cannot stand still.',
    place: 'Praça da República',
    tags: ['sport', 'music'],
    when: weekly(['sun'], ['17:30', '19:00'], day(8), day(86)),
    price: 0,
    isDonation: true,
  },
  {
    title: 'Sound Bath at the New Moon',
    description: 'Gongs, bowls and an hour of lying still. Bring a blanket and nothing else.',
    place: 'São Lourenço',
    tags: ['yoga', 'music'],
    when: timedOn([next('wed', 1), next('wed', 5), next('wed', 9)], '20:00', '21:15'),
    price: 14,
  },
  {
    title: 'Primeiros Socorros para Pais e Surfistas',
    description:
      'O que fazer nos primeiros dez minutos, praticado por todos, com os bombeiros da Ericeira. Há tradução para inglês.\n\nWhat to do in the first ten minutes, practised by everybody, with the firefighters of Ericeira. Translated into English.',
    place: 'Pavilhão Municipal',
    tags: ['workshop', 'family'],
    when: timed(next('sat', 4), '09:30', '13:00'),
    price: 0,
  },
  {
    title: 'Beach Volleyball Open',
    description: 'Pairs, all levels, two courts. Play starts after the tide has gone; bring your own shade.',
    place: 'Praia do Sul',
    tags: ['sport', 'competition'],
    when: timedOn(daysFrom(next('sat', 6), 2), '11:00', '18:00'),
    price: 8,
    photo: true,
  },
]
