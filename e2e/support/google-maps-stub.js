/**
 * A stub of Google's script: as much of the Maps JavaScript API as the guide calls, with the
 * same shapes. The guide's calls are written on the page, where a test reads it. It searches by a request, as
 * Google's does.
 */
const query = new URL(document.currentScript.src).searchParams
const PLACES = 'https://places.googleapis.com'

class StandInMap {
  constructor(element, { center, zoom }) {
    element.dataset.centre = `${center.lat},${center.lng}`
    element.dataset.zoom = zoom
    element.style.background = 'repeating-linear-gradient(45deg, #9fc7b8 0 24px, #b8d8cb 24px 48px)'
    this.element = element
  }
  getDiv() {
    return this.element
  }
}

class AdvancedMarkerElement {
  constructor({ position, title }) {
    this.text = `${title} ${position.lat},${position.lng}`
  }
  set map(map) {
    map.getDiv().dataset.marker = this.text
  }
}

class AutocompleteSessionToken {
  value = crypto.randomUUID()
}

const post = async (path, body) => {
  const response = await fetch(PLACES + path, { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`Places responded ${response.status}`)
  return response.json()
}

const AutocompleteSuggestion = {
  async fetchAutocompleteSuggestions({ sessionToken, ...request }) {
    const session = sessionToken.value
    const { suggestions } = await post('/autocomplete', { ...request, session })
    return {
      suggestions: suggestions.map(({ placeId, main, secondary }) => ({
        placePrediction: {
          placeId,
          text: { text: `${main}, ${secondary}` },
          mainText: { text: main },
          secondaryText: { text: secondary },
          toPlace: () => new Place(placeId, session),
        },
      })),
    }
  },
}

class Place {
  constructor(id, session) {
    this.id = id
    this.session = session
  }
  async fetchFields({ fields }) {
    const found = await post('/details', { id: this.id, session: this.session, fields })
    this.displayName = found.displayName
    this.formattedAddress = found.formattedAddress
    this.location = { lat: () => found.latitude, lng: () => found.longitude }
  }
}

const LIBRARIES = {
  maps: { Map: StandInMap },
  marker: { AdvancedMarkerElement },
  places: { AutocompleteSuggestion, AutocompleteSessionToken },
}
google.maps.importLibrary = async (name) => LIBRARIES[name]
// `google.maps.` and the name that the loader waits for.
google.maps[query.get('callback').split('.').at(-1)]()
