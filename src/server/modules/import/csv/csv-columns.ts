import { foldText } from '@/domain/text/fold-text'
import { CSV_COLUMNS } from '@/domain/staff/import'
import type { CsvColumn, CsvColumns } from '@/domain/staff/import'

/** The text of a row's cell in the column of a meaning; empty where there is none. */
export type Cell = (column: CsvColumn) => string

/** Headings that calendars and town halls write, folded; the first that is there counts. */
const HEADINGS: Record<CsvColumn, readonly string[]> = {
  uid: ['uid', 'id', 'identificador', 'referencia', 'event id', 'ref'],
  title: [
    'title',
    'titulo',
    'subject',
    'assunto',
    'event name',
    'nome do evento',
    'nome',
    'name',
    'summary',
    'designacao',
    'evento',
    'event',
  ],
  description: [
    'description',
    'descricao',
    'event description',
    'details',
    'detalhes',
    'sinopse',
    'resumo',
    'texto',
    'notas',
    'notes',
  ],
  start_date: [
    'start date',
    'event start date',
    'data de inicio',
    'data inicio',
    'data inicial',
    'data',
    'date',
    'start',
    'inicio',
    'dia',
  ],
  start_time: [
    'start time',
    'event start time',
    'hora de inicio',
    'hora inicio',
    'hora inicial',
    'hora',
    'horario',
    'time',
  ],
  end_date: ['end date', 'event end date', 'data de fim', 'data fim', 'data final', 'end', 'fim'],
  end_time: ['end time', 'event end time', 'hora de fim', 'hora fim', 'hora final'],
  all_day: ['all day event', 'all day', 'event all day', 'dia inteiro', 'todo o dia'],
  place: [
    'location',
    'venue',
    'event venue name',
    'place',
    'local',
    'recinto',
    'lugar',
    'espaco',
    'morada',
    'address',
  ],
  url: [
    'url',
    'link',
    'website',
    'website url',
    'event website',
    'event url',
    'web',
    'site',
    'pagina',
    'mais informacoes',
  ],
  price: ['price', 'preco', 'cost', 'event cost', 'bilhete', 'bilhetes', 'entrada', 'valor'],
  categories: [
    'categories',
    'category',
    'event category',
    'tags',
    'categoria',
    'categorias',
    'tipo',
    'tipologia',
    'area',
  ],
  audience: [
    'audience',
    'for whom',
    'age group',
    'ages',
    'publico',
    'publico alvo',
    'para quem',
    'faixa etaria',
  ],
  access: ['accessibility', 'access', 'acessibilidade', 'acessibilidades'],
  languages: [
    'languages',
    'language',
    'languages spoken',
    'idioma',
    'idiomas',
    'lingua',
    'linguas',
    'linguas faladas',
  ],
}

/** The heading of each meaning: as chosen, else by its usual names in English and Portuguese. */
export function columnsOf(headings: readonly string[], chosen: CsvColumns = {}): CsvColumns {
  const folded = headings.map((heading) =>
    foldText(heading)
      .replaceAll(/[_\-:.]+/g, ' ')
      .trim(),
  )
  const columns: CsvColumns = {}
  for (const column of CSV_COLUMNS) {
    const choice = chosen[column]
    // Chosen as no column at all.
    if (choice === '') continue
    const usual = HEADINGS[column]
      .map((name) => headings[folded.indexOf(name)])
      .find((heading) => heading !== undefined)
    const heading = choice !== undefined && headings.includes(choice) ? choice : usual
    if (heading !== undefined) columns[column] = heading
  }
  return columns
}
