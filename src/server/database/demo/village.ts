import type { DemoEvent } from './demo-event'
import { allDay, day, next, timed, timedOn, weekly } from './when'

/** Markets, tables, art and what has always been done. */
export const VILLAGE: readonly DemoEvent[] = [
  {
    title: 'Saturday Farmers’ Market',
    description:
      'Vegetables with soil on them, bread from a wood oven, goat cheese from Encarnação. Come before eleven.',
    place: 'Ericeira Market Hall',
    tags: ['market', 'food'],
    when: weekly(['sat'], ['08:00', '13:00'], day(-100), day(260)),
    price: 0,
    photo: true,
  },
  {
    title: 'Artisan Market of the Jogo da Bola',
    description:
      'Ceramics, driftwood lamps, linen and jewellery from forty makers of the region, all day in the main square.',
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
    title: 'Exhibition: Faces of the Harbour',
    description:
      'Forty portraits of the fishing families, taken between 1958 and today, and the voices that belong to them. Closed on Mondays.',
    place: 'Casa de Cultura Jaime Lobo e Silva',
    tags: ['art', 'tradition'],
    when: allDay(day(-21), 85),
    price: 3,
    photo: true,
  },
  {
    title: 'Village in Bloom',
    description:
      'Doors, balconies and whole streets are dressed with flowers. Vote for your favourite at the tourist office.',
    place: 'Praça da República',
    tags: ['tradition', 'family'],
    when: allDay(day(-1), 4),
    price: 0,
    photo: true,
  },
  {
    title: 'Sea Urchin Week',
    description:
      'Twenty restaurants and one ingredient: ouriço-do-mar, raw, grilled, in rice and even in ice cream.',
    place: 'Largo das Ribas',
    tags: ['food', 'festival'],
    when: allDay(next('mon', 4), 7),
    infoUrl: 'https://example.com/sea-urchin-week',
    photo: true,
  },
  {
    title: 'Grilled Sardine Evening',
    description:
      'Charcoal, coarse salt, bread and peppers at long tables in the street. You eat with your hands.',
    place: 'Praia dos Pescadores',
    tags: ['food', 'tradition'],
    when: timed(next('fri'), '19:00', '23:00'),
    price: 12.5,
    photo: true,
  },
  {
    title: 'Procession of Nossa Senhora da Boa Viagem',
    description:
      'The boats are decorated, the statue goes to sea and the whole harbour sounds its horns. Fireworks at the end.',
    place: 'Capela da Boa Viagem',
    tags: ['tradition', 'family'],
    when: timed(next('sun', 4), '15:00', '20:00'),
    price: 0,
    photo: true,
  },
  {
    title: 'Tile Painting with Dona Graça',
    description: 'Cobalt blue on white glaze, six tiles each, fired and ready to collect a week later.',
    place: 'Casa de Cultura Jaime Lobo e Silva',
    tags: ['workshop', 'art'],
    when: timedOn([next('wed'), next('wed', 1), next('wed', 2), next('wed', 3)], '18:00', '20:30'),
    price: 22,
  },
  {
    title: 'Wine Tasting: Colares Grown in Sand',
    description:
      'Five wines from vines that stand in the dunes a few kilometres south, with bread, cheese and a map.',
    place: 'Ericeira Market Hall',
    tags: ['food', 'workshop'],
    when: timed(next('thu', 3), '19:00', '21:00'),
    price: 24,
    photo: true,
  },
  {
    title: 'Story Hour in the Library',
    description:
      'Sea monsters and brave mice, read aloud in Portuguese and English for children from three to seven.',
    place: 'Casa de Cultura Jaime Lobo e Silva',
    tags: ['family', 'art'],
    when: weekly(['sat'], ['11:00', '11:45'], day(1), day(120)),
    price: 0,
  },
  {
    title: 'Open Studios Ericeira',
    description:
      'Painters, shapers, potters and one maker of harpsichords open their doors. Pick up the map at any of them.',
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
    title: 'Bread Baking in the Village Oven',
    description:
      'Dough from the evening before, an oven heated with vine wood, and a loaf to take home while it is warm.',
    place: 'Parque de Santa Marta',
    tags: ['food', 'workshop'],
    when: timedOn([next('sat', 1), next('sat', 7)], '09:00', '12:30'),
    price: 18,
  },
  {
    title: 'Petiscos Route',
    description:
      'One drink and one bite in each of twelve taverns for three euros fifty. Get your passport stamped.',
    place: 'Praça da República',
    tags: ['food', 'nightlife'],
    when: timed(next('thu', 6), '18:00', '23:00'),
    price: 3.5,
  },
  {
    title: 'Children’s Second-hand Toy Market',
    description: 'Children sell to children. Grown-ups may carry boxes and drink coffee.',
    place: 'Pavilhão Municipal',
    tags: ['market', 'family'],
    when: timed(next('sun', 7), '10:00', '13:00'),
    price: 0,
  },
  {
    title: 'Heritage Day at the Fort of Milreu',
    description:
      'The seventeenth-century fort is open from morning to evening, with a guide every full hour.',
    place: 'Forte de Milreu',
    tags: ['tradition', 'art'],
    when: allDay(next('sat', 9)),
    price: 2,
    photo: true,
  },
  {
    title: 'Quiz Night for the Volunteer Firefighters',
    description:
      'Teams of four, six rounds, one of them about the sea. Everything goes towards a new ambulance.',
    place: 'Pavilhão Municipal',
    tags: ['family', 'nightlife'],
    when: timed(next('fri', 2), '20:30', '23:00'),
    price: 5,
  },
  {
    title: 'Poetry at the Viewpoint',
    description: 'Read your own or somebody else’s, five minutes each, with the sea as the last word.',
    place: 'Furnas',
    tags: ['art'],
    when: timed(next('sun', 8), '18:30', '20:00'),
    price: 0,
  },
]
