import { useEffect, useRef, useState } from 'react'
import { SearchBox } from '@/client/shared/programme/search-box'
import { searchedText } from './filters/event-filters'

/** The list follows this long after the last letter (rules 9). */
const AFTER_TYPING_MS = 150

interface SearchFieldProps {
  /** The query of the list; empty: none. */
  text: string
  /** The other filters, as the address has them: without script they are sent as well. */
  others: Readonly<Record<string, string | number>>
  onSearch: (text: string) => void
}

/** Finds events by words while they are typed. */
export function SearchField({ text, others, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(text)
  const [shown, setShown] = useState(text)
  // Another text than the one that is typed comes from the address: somebody went back, or removed the filter.
  if (text !== shown) {
    setShown(text)
    if (text !== searchedText(typed)) setTyped(text)
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const searchFor = (value: string) => {
    clearTimeout(timer.current)
    onSearch(searchedText(value))
  }
  const type = (value: string) => {
    setTyped(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(searchFor, AFTER_TYPING_MS, value)
  }
  return (
    <SearchBox typed={typed} onType={type} onSubmit={() => searchFor(typed)}>
      {/* The server has rendered them from an address in its own order, and a hidden field is matched by its name. */}
      {Object.entries(others)
        .toSorted()
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
    </SearchBox>
  )
}
