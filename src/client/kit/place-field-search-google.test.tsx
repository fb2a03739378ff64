// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { QueryProvider } from '@tests/support/query-provider'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setConsent } from '@/client/shell/consent'
import { usePlaceSearch } from './place-field-search'

interface GoogleRequest {
  input: string
  respond: (names: readonly string[]) => void
  refuse: () => void
}

/** The requests to Google, newest last; a test responds when it likes. */
let requests: GoogleRequest[] = []

/** As much of Google's script as the search calls: the loader takes what is there already. */
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
const suggestionOf = (name: string) => ({
  placePrediction: { placeId: name, mainText: { text: name }, secondaryText: null, text: { text: name } },
})

beforeEach(() => {
  requests = []
  vi.stubEnv('VITE_GOOGLE_MAPS_KEY', 'a key')
  vi.stubGlobal('google', { maps: { importLibrary: async () => places } })
  setConsent(true)
})
afterEach(() => {
  cleanup()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

function search(text: string) {
  return renderHook((wanted: string) => usePlaceSearch(wanted), {
    initialProps: text,
    wrapper: QueryProvider,
  })
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

test('the search is debounced: one request, for the last text', async () => {
  const { rerender } = search('surf')
  rerender('surf s')
  rerender('surf sch')
  await waitFor(() => expect(requests.map(({ input }) => input)).toEqual(['surf sch']))
})

test('a response to an earlier text is never shown', async () => {
  const { result, rerender } = search('surf')
  await waitFor(() => expect(requests).toHaveLength(1))
  rerender('yoga')
  await waitFor(() => expect(requests).toHaveLength(2))
  await act(async () => requests[0]?.respond(['Surf Camp']))
  expect(names(result.current)).toEqual([])
  await act(async () => requests[1]?.respond(['Yoga Deck']))
  await waitFor(() => expect(names(result.current)).toEqual(['Yoga Deck']))
})

test('when Google refuses, the known places are what there is, and it is said', async () => {
  const { result } = search('coxos')
  await waitFor(() => expect(requests).toHaveLength(1))
  requests[0]?.refuse()
  await waitFor(() => expect(result.current.google).toBe('failed'))
  expect(names(result.current)).toEqual(['Coxos'])
})

test.each([
  ['the network is away', 'offline', () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)],
  ['there is no key', 'off', () => vi.stubEnv('VITE_GOOGLE_MAPS_KEY', '')],
  ['nobody has agreed', 'needs-consent', () => setConsent(false)],
])('Google hears nothing while %s', (_, state, arrange) => {
  arrange()
  const { result } = search('coxos')
  expect(result.current).toMatchObject({ google: state, isSearching: false })
  expect(names(result.current)).toEqual(['Coxos'])
})

test('a tap is enough, without consent', async () => {
  setConsent(false)
  const { result } = search('coxos')
  act(() => result.current.allowGoogle())
  await waitFor(() => expect(requests.map(({ input }) => input)).toEqual(['coxos']))
})
