import { createFileRoute } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MapPinIcon, SearchIcon } from 'lucide-react'
import { backOfficeQuery, itemsIn } from '@/client/back-office/shared/back-office-queries'
import { MergeDialog } from '@/client/back-office/shared/form-dialog'
import { Page, QueryState } from '@/client/back-office/shared/page'
import { DataTable, RowButton, shortName, type Columns } from '@/client/back-office/shared/table'
import { Banner, EmptyState } from '@/client/design-system/banner'
import { Badge } from '@/client/design-system/badge'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import { TextField } from '@/client/design-system/forms/field'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { listBackOfficePlaces, mergePlace, type CountedPlace } from '@/contract/back-office/back-office-tags'
import { isLocated, splitLocationName } from '@/domain/places/place'
import { foldText, toOneLine } from '@/domain/text/plain-text'
import { TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'

const COLUMNS: Columns<CountedPlace> = [
  [m.admin_places_name, (place) => <PlaceName place={place} />],
  [m.admin_places_events, (place) => <PlaceCount place={place} />],
]

/** Places of events, as they were written: two spellings of one place are merged here, and what has no pin is found. */
function PlacesPage() {
  const places = useQuery({ ...backOfficeQuery(['places'], listBackOfficePlaces, {}), select: itemsIn })
  const [typed, setTyped] = useState('')
  const [isOfPinless, setOfPinless] = useState(false)
  const [merged, setMerged] = useState<CountedPlace>()
  const all = places.data ?? []
  const pinless = all.filter((place) => !isLocated(place))
  const found = (isOfPinless ? pinless : all).filter((place) =>
    foldText(place.location_name).includes(foldText(typed)),
  )
  return (
    <Page title={m.admin_nav_places()}>
      {all.length > 0 ? (
        <div className={filters}>
          <TextField
            type="search"
            label={m.admin_places_search()}
            value={typed}
            autoComplete="off"
            className={css({ width: '[min(100%, 26rem)]' })}
            onChange={(event) => setTyped(event.target.value)}
          />
          {pinless.length > 0 ? (
            <Checkbox
              label={m.admin_places_pinless({ n: pinless.length })}
              checked={isOfPinless}
              onChange={setOfPinless}
            />
          ) : null}
        </div>
      ) : null}
      {isOfPinless ? <Banner>{m.admin_places_pinless_text()}</Banner> : null}
      <LiveRegion>
        {toOneLine(typed) === '' && !isOfPinless ? null : m.admin_places_found({ n: found.length })}
      </LiveRegion>
      <QueryState query={places} failed={m.admin_places_failed()} />
      {places.isSuccess && found.length === 0 ? (
        <EmptyState
          title={m.admin_places_none()}
          art={all.length === 0 ? <MapPinIcon size="2.5rem" /> : <SearchIcon size="2.5rem" />}
        />
      ) : null}
      {found.length > 0 ? (
        <DataTable
          label={m.admin_nav_places()}
          rows={found.map((place) => ({ ...place, id: place.slug }))}
          columns={COLUMNS}
          renderActions={
            all.length > 1
              ? (place) => (
                  <RowButton
                    name={m.admin_places_merge_of({ name: place.location_name })}
                    onClick={() => setMerged(place)}
                  >
                    {m.admin_places_merge()}
                  </RowButton>
                )
              : undefined
          }
        />
      ) : null}
      {merged === undefined ? null : (
        <MergeDialog
          name="into_slug"
          send={(into, api) =>
            api.call(mergePlace, { params: { slug: merged.slug }, body: { into_slug: into } })
          }
          title={m.admin_places_merge_title({ name: shortName(merged.location_name) })}
          text={m.admin_places_merge_text({ n: merged.count })}
          submitLabel={m.admin_places_merge()}
          label={m.admin_places_merge_into()}
          placeholder={m.admin_places_merge_choose()}
          options={all
            .filter(({ slug }) => slug !== merged.slug)
            .map(({ slug, location_name }) => ({ value: slug, label: location_name }))}
          done={({ count: n, location_name: name }) => [
            m.admin_places_merged(),
            m.admin_places_merged_text({ n, name }),
          ]}
          failed={m.admin_places_merge_failed()}
          onClose={() => setMerged(undefined)}
        />
      )}
    </Page>
  )
}

/** The place, which leads to its public page where it has one. */
function PlaceName({ place }: { place: CountedPlace }) {
  const { slug, location_name: name, is_public: isPublic } = place
  return (
    <span className={cluster({ gap: '2' })}>
      {isPublic ? (
        <TextLink to="/places/$slug" params={{ slug }}>
          <bdi>{name}</bdi>
        </TextLink>
      ) : (
        <bdi>{name}</bdi>
      )}
      {isLocated(place) ? null : <Badge tone="warning">{m.admin_places_no_pin()}</Badge>}
    </span>
  )
}

function PlaceCount({ place: { location_name: name, count: n } }: { place: CountedPlace }) {
  return (
    <TextLink
      to="/backoffice/events"
      search={{ status: 'all', q: splitLocationName(name).displayName }}
      aria-label={m.admin_tags_events_of({ n, name })}
    >
      {n}
    </TextLink>
  )
}

const filters = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'end', columnGap: '6', rowGap: '3' })

export const Route = createFileRoute('/backoffice/places')({ component: PlacesPage })
