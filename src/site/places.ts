/** It stands beside `site.ts`, because the place field loads it when somebody types, and the first page does not. */

export interface GazetteerPlace {
  name: string
  address: string
  latitude: number
  longitude: number
  /** People who go there ask for the tide. */
  isBeach?: true
}

export const GAZETTEER: readonly GazetteerPlace[] = [
  {
    name: 'Praia dos Pescadores',
    address: 'Largo da Ribeira, Ericeira',
    latitude: 38.9624,
    longitude: -9.4183,
    isBeach: true,
  },
  {
    name: 'Praia do Sul',
    address: 'Rua da Praia do Sul, Ericeira',
    latitude: 38.9583,
    longitude: -9.4166,
    isBeach: true,
  },
  // The same beach as Praia do Norte: its older name finds it, too.
  {
    name: 'Praia do Algodio',
    address: 'Praia do Norte, Rua Capitão João Lopes, Ericeira',
    latitude: 38.9668,
    longitude: -9.4194,
    isBeach: true,
  },
  {
    name: 'Praia do Matadouro',
    address: 'Estrada Nacional 247, Ericeira',
    latitude: 38.9752,
    longitude: -9.4208,
    isBeach: true,
  },
  {
    name: 'Praia de São Sebastião',
    address: 'Largo de São Sebastião, Ericeira',
    latitude: 38.9709,
    longitude: -9.4218,
    isBeach: true,
  },
  {
    name: 'Foz do Lizandro',
    address: 'Carvoeira, Mafra',
    latitude: 38.9416,
    longitude: -9.4151,
    isBeach: true,
  },
  {
    name: 'Ribeira d’Ilhas',
    address: 'Santo Isidoro, Mafra',
    latitude: 38.9881,
    longitude: -9.4197,
    isBeach: true,
  },
  { name: 'Coxos', address: 'Santo Isidoro, Mafra', latitude: 38.9997, longitude: -9.4249, isBeach: true },
  {
    name: 'Crazy Left',
    address: 'Santo Isidoro, Mafra',
    latitude: 38.9972,
    longitude: -9.4231,
    isBeach: true,
  },
  {
    name: 'Pedra Branca',
    address: 'Estrada Nacional 247, Ericeira',
    latitude: 38.9785,
    longitude: -9.4212,
    isBeach: true,
  },
  {
    name: 'The Reef',
    address: 'Estrada Nacional 247, Ericeira',
    latitude: 38.9803,
    longitude: -9.4207,
    isBeach: true,
  },
  { name: 'Cave', address: 'Santo Isidoro, Mafra', latitude: 38.9838, longitude: -9.4202, isBeach: true },
  {
    name: 'Furnas',
    address: 'Rua das Furnas, Ericeira',
    latitude: 38.9606,
    longitude: -9.4176,
    isBeach: true,
  },
  {
    name: 'São Lourenço',
    address: 'Praia de São Lourenço, Mafra',
    latitude: 39.0129,
    longitude: -9.4222,
    isBeach: true,
  },
  { name: 'Praça da República', address: 'Jogo da Bola, Ericeira', latitude: 38.9632, longitude: -9.4165 },
  { name: 'Largo das Ribas', address: 'Rua das Ribas, Ericeira', latitude: 38.9637, longitude: -9.4186 },
  {
    name: 'Parque de Santa Marta',
    address: 'Rua de Santa Marta, Ericeira',
    latitude: 38.9594,
    longitude: -9.4145,
  },
  {
    name: 'Casa de Cultura Jaime Lobo e Silva',
    address: 'Rua Mendes Leal, Ericeira',
    latitude: 38.9628,
    longitude: -9.4157,
  },
  {
    name: 'Mercado Municipal da Ericeira',
    address: 'Rua Prudêncio Franco da Trindade, Ericeira',
    latitude: 38.9651,
    longitude: -9.4163,
  },
  {
    name: 'Forte de Milreu',
    address: 'Estrada Nacional 247, Ericeira',
    latitude: 38.9825,
    longitude: -9.4203,
  },
  {
    name: 'Forte de Nossa Senhora da Natividade',
    address: 'Largo das Ribas, Ericeira',
    latitude: 38.9642,
    longitude: -9.4189,
  },
  {
    name: 'Igreja de São Pedro',
    address: 'Largo de São Pedro, Ericeira',
    latitude: 38.9646,
    longitude: -9.4148,
  },
  {
    name: 'Capela de São Sebastião',
    address: 'Largo de São Sebastião, Ericeira',
    latitude: 38.9712,
    longitude: -9.4214,
  },
  {
    name: 'Capela da Boa Viagem',
    address: 'Largo da Boa Viagem, Ericeira',
    latitude: 38.9618,
    longitude: -9.4181,
  },
  { name: 'Porto de Pesca', address: 'Porto da Ericeira', latitude: 38.9629, longitude: -9.4202 },
  {
    name: 'Skatepark da Ericeira',
    address: 'Rua Florêncio Granate, Ericeira',
    latitude: 38.9688,
    longitude: -9.4131,
  },
  {
    name: 'Pavilhão Municipal',
    address: 'Rua dos Bombeiros Voluntários, Ericeira',
    latitude: 38.9677,
    longitude: -9.4109,
  },
]
