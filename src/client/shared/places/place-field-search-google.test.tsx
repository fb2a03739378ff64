import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { QueryProvider } from '@tests/support/query-provider'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setConsent } from '@/client/shared/consent/consent'
import type { StoredPlace } from '@/domain/places/place'
import { PlaceField } from './place-field'
import { knownPlaces, usePlaceSearch } from './place-field-search'

const GAZETTEER_PLACES = knownPlaces([])

interface GoogleRequest {
  input: string
  respond: (names: readonly string[]) => void
  refuse: () => void
}

/** The requests to Google, newest last; a test responds when it likes. */
let requests: GoogleRequest[] = []

/** The part of Google's script that the search calls: the loader takes what is there already. */
const places = {
  AutocompleteSessionToken: class {
    readonly value = crypto.randomUUID()
  },
  AutocompleteSuggestion: {
    fetchAutocompleteSuggestions: ({ input }: { input: string }) =>
      new Promise((resolve, reject) =>
        requests.push({
          input,
          respond: (names) => resolve({ suggestions: names.map(suggestionOf) }),
          refuse: () => reject(new Error('OVER_QUERY_LIMIT')),
        }),
      ),
  },
}
/** Lets Google say where the place is that was picked. */
let locate: (() => void) | undefined
const suggestionOf = (name: string) => ({
  placePrediction: {
    placeId: name,
    mainText: { text: name },
    secondaryText: null,
    text: { text: name },
    toPlace: () => ({
      displayName: name,
      formattedAddress: 'Ericeira',
      location: { lat: () => 38.96, lng: () => -9.41 },
      fetchFields: () => new Promise<void>((resolve) => (locate = resolve)),
    }),
  },
})

/** Google's place search, with this in place of its responses. */
const placesThat = (respond: () => Promise<never>) => ({
  ...places,
  AutocompleteSuggestion: { fetchAutocompleteSuggestions: respond },
})

beforeEach(() => {
  requests = []
  locate = undefined
  vi.stubGlobal('SETTINGS', { googleMapsKey: 'a key' })
  vi.stubGlobal('google', { maps: { importLibrary: async () => places } })
  setConsent(true)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function search(text: string) {
  return renderHook((wanted: string) => usePlaceSearch(wanted, GAZETTEER_PLACES), {
    initialProps: text,
    wrapper: QueryProvider,
  })
}

const field = () => screen.getByRole('combobox', { name: 'Location' })

/** Types into the field of the form. Returns the places that are chosen from then on. */
async function typeIntoField(text: string): Promise<StoredPlace[]> {
  const chosen: StoredPlace[] = []
  const none = { location_name: '', latitude: 0, longitude: 0 }
  render(<PlaceField places={knownPlaces([])} value={none} onChange={(place) => chosen.push(place)} />, {
    wrapper: QueryProvider,
  })
  field().focus()
  await waitFor(() => expect(field().getAttribute('data-part')).toBe('input'))
  fireEvent.change(field(), { target: { value: text } })
  return chosen
}

const names = ({ options }: ReturnType<typeof usePlaceSearch>) =>
  options.map(({ displayName }) => displayName)

test('known places are there at once, Google’s join them below', async () => {
  const { result } = search('ilhas')
  expect(names(result.current)).toEqual(['Ribeira d’Ilhas'])
  expect(result.current.isSearching).toBe(true)
  await waitFor(() => expect(requests).toHaveLength(1))
  requests[0]?.respond(['Ilhas Surf Camp', "RIBEIRA D'ILHAS"])
  await waitFor(() => expect(names(result.current)).toEqual(['Ribeira d’Ilhas', 'Ilhas Surf Camp']))
  expect(result.current.isSearching).toBe(false)
})

test.each([
  ['something else was typed', () => fireEvent.change(field(), { target: { value: 'coxos' } }), 'coxos'],
  [
    'another place was picked',
    async () => {
      fireEvent.change(field(), { target: { value: 'ilhas' } })
      fireEvent.click(await screen.findByRole('option', { name: /Ribeira d’Ilhas/ }))
    },
    'Ribeira d’Ilhas',
  ],
])('a place that Google finds late is not chosen any more when %s', async (_, goOn, text) => {
  const chosen = await typeIntoField('surf camp')
  await waitFor(() => expect(requests).toHaveLength(1))
  await act(async () => requests[0]?.respond(['Surf Camp Sul']))
  fireEvent.click(await screen.findByRole('option', { name: /Surf Camp Sul/ }))
  await waitFor(() => expect(locate).toBeDefined())
  await goOn()
  await act(async () => locate?.())
  expect(chosen.at(-1)?.location_name).toMatch(new RegExp(text, 'i'))
  expect(field()).toHaveProperty('value', text)
})

const silent = () => new Promise<never>(() => undefined)

test.each([
  ['script', silent, 10_000],
  ['place search', async () => placesThat(silent), 5_000],
])(
  'a %s that never responds is given up on in time; what is known does not wait',
  async (_, load, timeoutMs) => {
    await import('./place-field-search-google')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const importLibrary = vi.fn(load)
    vi.stubGlobal('google', { maps: { importLibrary } })
    const { result } = search('ilhas')
    expect(names(result.current)).toEqual(['Ribeira d’Ilhas'])
    // The request follows the pause in typing.
    await act(() => vi.advanceTimersByTimeAsync(250))
    expect(importLibrary).toHaveBeenCalled()
    await act(() => vi.advanceTimersByTimeAsync(timeoutMs - 100))
    expect(result.current).toMatchObject({ google: 'on', isSearching: true })
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(result.current).toMatchObject({ google: 'failed', isSearching: false })
    expect(names(result.current)).toEqual(['Ribeira d’Ilhas'])
  },
)

test.each([
  ['the network is away', 'offline', () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)],
  ['there is no key', 'off', () => vi.stubGlobal('SETTINGS', {})],
  ['nobody has agreed', 'needs-consent', () => setConsent(false)],
])('Google hears nothing while %s', (_, state, arrange) => {
  arrange()
  const { result } = search('coxos')
  expect(result.current).toMatchObject({ google: state, isSearching: false })
  expect(names(result.current)).toEqual(['Coxos'])
})
