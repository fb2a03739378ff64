import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { SearchBox } from '@/client/shared/programme/search-box'

/** Leads to the list, which shows what is found. */
export function HomeSearch() {
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  return (
    <SearchBox
      typed={typed}
      onType={setTyped}
      onSubmit={() => void navigate({ to: '/events', search: { q: typed } })}
    />
  )
}
