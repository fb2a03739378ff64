import type { DemoEvent } from './demo-event'
import { allDay, next, timed, weekly } from './when'

/** The events that a reviewer finds in the morning, and those decided before. */
export const ON_REVIEW: readonly DemoEvent[] = [
  {
    title: 'Tapas & Ukulele',
    description: 'Learn four chords while dinner is in the oven. Ukuleles can be borrowed, appetite cannot.',
    place: 'Largo das Ribas',
    tags: ['music', 'food'],
    when: timed(next('fri', 5), '19:30', '22:30'),
    price: 18,
    status: 'ON_REVIEW',
    photo: true,
  },
  {
    title: 'Dog Beach Morning',
    description:
      'Agility on the sand, a photographer for portraits, and a vet who answers questions for free.',
    place: 'Praia do Algodio',
    tags: ['family', 'nature'],
    when: timed(next('sun', 9), '08:00', '10:30'),
    price: 0,
    status: 'ON_REVIEW',
  },
  {
    title: 'Lino Printing for Beginners',
    description: 'Cut one motif, print it ten times, swap nine. All tools and paper are there.',
    place: 'Casa de Cultura Jaime Lobo e Silva',
    tags: ['workshop', 'art'],
    when: weekly(['mon'], ['18:00', '20:00'], next('mon', 1), next('mon', 6)),
    price: 16,
    status: 'ON_REVIEW',
  },
  {
    title: 'Vinyl & Vinho',
    description: 'Bring a record, get a glass. Same evening as always, this time with a guest from Porto.',
    place: 'Largo das Ribas',
    tags: ['nightlife', 'food'],
    when: timed(next('wed', 1), '19:00', '22:00'),
    price: 7.5,
    status: 'ON_REVIEW',
  },
  {
    title: 'Luzes do Porto: Desfile de Barcos',
    description:
      'Vinte barquinhos com lanternas contornam o molhe depois de anoitecer. Veja do muro e traga roupa quente.',
    place: 'Porto de Pesca',
    tags: ['tradition', 'family'],
    when: timed(next('sat', 10), '20:00', '22:00'),
    price: 0,
    status: 'ON_REVIEW',
    photo: true,
  },
  {
    title: 'Cheap Sunglasses Sale',
    description: 'Everything must go, all brands, all prices, only this weekend, ask for Rui.',
    place: 'Praça da República',
    tags: ['market'],
    when: allDay(next('sat', 1), 2),
    status: 'REJECTED',
    reason: 'This is a sale, not an event. The Sunday market has tables for traders.',
  },
  {
    title: 'Aniversário do Tiago',
    description: 'Festa do Tiago, que faz trinta anos. Só para amigos da família, não partilhem, por favor.',
    place: 'Foz do Lizandro',
    tags: ['nightlife'],
    when: timed(next('sat', 2), '21:00', '23:59'),
    status: 'REJECTED',
    reason: 'The guide is for events that are open to everybody.',
  },
  {
    title: 'Surf Trip to Morocco',
    description: 'Ten days of right-hand points in Taghazout, flights not included, only three places left.',
    place: 'Ribeira d’Ilhas',
    tags: ['surf'],
    when: allDay(next('mon', 7), 11),
    price: 890,
    status: 'REJECTED',
    reason: 'It takes place in Morocco: this guide is about Ericeira.',
  },
]
