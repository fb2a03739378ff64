import { createFileRoute } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { EmptyState } from '@/client/design-system/banner'
import { TextField } from '@/client/design-system/forms/field'
import { MapPinIcon, SearchIcon } from 'lucide-react'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { listBackOfficePlaces, mergePlace } from '@/contract/back-office/back-office-tags'
import type { CountedPlace } from '@/contract/back-office/back-office-tags'
import { foldText, toOneLine } from '@/domain/text/plain-text'
import * as m from '@/messages/compiled/messages.js'
import { Page, QueryState } from '@/client/back-office/shared/page'
import { Cell, RowActions, Table, shortName, RowButton } from '@/client/back-office/shared/table'
import { useFinalFocus, MergeDialog } from '@/client/back-office/shared/form-dialog'
import { backOfficeQuery, callApi } from '@/client/back-office/shared/back-office-queries'
import { css } from 'styled-system/css'

/** Places of events, as they were written: two spellings of one place are merged here. */
function PlacesPage() {
  const places = useQuery(placesQuery())
  const [text, setText] = useState('')
  const [merged, setMerged] = useState<CountedPlace>()
  const heading = useRef<HTMLHeadingElement>(null)
  const { finalFocus, markRemoved } = useFinalFocus(heading)
  const all = places.data ?? []
  const found = all.filter(({ location_name }) => foldText(location_name).includes(foldText(text)))
  const close = () => setMerged(undefined)
  const columns = [m.admin_places_name(), m.admin_places_events(), m.admin_places_actions()]
  return (
    <Page title={m.admin_nav_places()} heading={heading}>
      {all.length > 0 ? (
        <TextField
          type="search"
          label={m.admin_places_search()}
          value={text}
          autoComplete="off"
          className={search}
          onChange={(event) => setText(event.target.value)}
        />
      ) : null}
      <LiveRegion>{toOneLine(text) === '' ? null : m.admin_places_found({ n: found.length })}</LiveRegion>
      <QueryState query={places} failed={m.admin_places_failed()} />
      {places.isSuccess && found.length === 0 ? (
        <EmptyState
          title={m.admin_places_none()}
          art={all.length === 0 ? <MapPinIcon size="2.5rem" /> : <SearchIcon size="2.5rem" />}
        />
      ) : null}
      {found.length > 0 ? (
        <Table label={m.admin_nav_places()} columns={columns}>
          {found.map((place) => (
            <tr key={place.slug}>
              <Cell label={m.admin_places_name()}>
                <bdi>{place.location_name}</bdi>
              </Cell>
              <Cell label={m.admin_places_events()}>{place.count}</Cell>
              <Cell>
                {all.length > 1 ? (
                  <RowActions>
                    <RowButton
                      name={m.admin_places_merge_of({ name: place.location_name })}
                      onClick={() => setMerged(place)}
                    >
                      {m.admin_places_merge()}
                    </RowButton>
                  </RowActions>
                ) : null}
              </Cell>
            </tr>
          ))}
        </Table>
      ) : null}
      {merged === undefined ? null : (
        <MergeDialog
          endpoint={mergePlace}
          name="into_slug"
          inputOf={(into) => ({ params: { slug: merged.slug }, body: { into_slug: into } })}
          title={m.admin_places_merge_title({ name: shortName(merged.location_name) })}
          text={m.admin_places_merge_text({ n: merged.count })}
          submitLabel={m.admin_places_merge()}
          label={m.admin_places_merge_into()}
          placeholder={m.admin_places_merge_choose()}
          options={all
            .filter(({ slug }) => slug !== merged.slug)
            .map(({ slug, location_name }) => ({ value: slug, label: location_name }))}
          done={() => m.admin_places_merged()}
          failed={m.admin_places_merge_failed()}
          details={({ count, location_name }) =>
            m.admin_places_merged_text({ n: count, name: location_name })
          }
          finalFocus={finalFocus}
          onClose={close}
          onMerged={() => {
            markRemoved()
            close()
          }}
        />
      )}
    </Page>
  )
}

const search = css({ width: '[min(100%, 26rem)]' })

function placesQuery() {
  return backOfficeQuery(
    ['places'],
    async ({ signal }) => (await callApi(listBackOfficePlaces, {}, { signal })).items,
  )
}

export const Route = createFileRoute('/backoffice/places')({ component: PlacesPage })
