import { createFileRoute } from '@tanstack/react-router'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/banner'
import { TextField, SelectField } from '@/client/design-system/forms/field'
import { PinIcon, SearchIcon } from '@/client/design-system/icons/icons'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { listBackOfficePlaces, mergePlace } from '@/contract/back-office/back-office-tags'
import type { CountedPlace } from '@/contract/back-office/back-office-tags'
import { foldText } from '@/domain/text/fold-text'
import * as m from '@/messages/compiled/messages.js'
import { LoadFailed, ListSkeleton, Page } from '@/client/back-office/layout/lists/paged-list'
import { Cell, RowActions, Table, shortName } from '@/client/back-office/layout/lists/table'
import { useFinalFocus, FormDialog } from '@/client/back-office/layout/dialogs/form-dialog'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/client-call'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { fieldProps } from '@/client/shared/forms/use-schema-form'
import { useWriteForm } from '@/client/back-office/layout/dialogs/use-write'
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
      <LiveRegion>{text.trim() === '' ? null : m.admin_places_found({ n: found.length })}</LiveRegion>
      {places.isPending ? <ListSkeleton /> : null}
      {places.isError ? (
        <LoadFailed title={m.admin_places_failed()} error={places.error} onRetry={() => places.refetch()} />
      ) : null}
      {places.isSuccess && found.length === 0 ? (
        <EmptyState
          title={m.admin_places_none()}
          art={all.length === 0 ? <PinIcon size={40} /> : <SearchIcon size={40} />}
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
                    <Button
                      variant="secondary"
                      size="sm"
                      aria-label={m.admin_places_merge_of({ name: place.location_name })}
                      onClick={() => setMerged(place)}
                    >
                      {m.admin_places_merge()}
                    </Button>
                  </RowActions>
                ) : null}
              </Cell>
            </tr>
          ))}
        </Table>
      ) : null}
      {merged === undefined ? null : (
        <MergePlaceDialog
          place={merged}
          others={all.filter(({ slug }) => slug !== merged.slug)}
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

/** The places of all events, by name, with the number of events at each. */
function placesQuery() {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'places'],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(listBackOfficePlaces, {}, { signal })).items
    },
    networkMode: 'online',
    staleTime: 0,
  })
}

const choiceSchema = z.strictObject({ into_slug: z.string().check(z.minLength(1, 'required')) })
type Choice = z.infer<typeof choiceSchema>

interface MergePlaceDialogProps {
  place: CountedPlace
  /** The places to choose from: one of them stays in its place. */
  others: readonly CountedPlace[]
  onClose: () => void
  finalFocus: () => HTMLElement | null
  onMerged: () => void
}

/** Merges one spelling of a place into another, which is chosen here. */
function MergePlaceDialog({ place, others, onClose, finalFocus, onMerged }: MergePlaceDialogProps) {
  const { form, formProps, isSubmitting } = useWriteForm<Choice, typeof mergePlace>(mergePlace, {
    schema: choiceSchema,
    initialValues: { into_slug: '' },
    inputOf: (body) => ({ params: { slug: place.slug }, body }),
    onWritten: onMerged,
    done: () => m.admin_places_merged(),
    failed: m.admin_places_merge_failed(),
    details: ({ count, location_name }) => m.admin_places_merged_text({ n: count, name: location_name }),
  })
  return (
    <FormDialog
      formProps={formProps}
      title={m.admin_places_merge_title({ name: shortName(place.location_name) })}
      submitLabel={m.admin_places_merge()}
      tone="danger"
      isBusy={isSubmitting}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <p>{m.admin_places_merge_text({ n: place.count })}</p>
      <form.Field name="into_slug">
        {(field) => (
          <SelectField
            label={m.admin_places_merge_into()}
            placeholder={m.admin_places_merge_choose()}
            options={others.map(({ slug, location_name }) => ({ value: slug, label: location_name }))}
            required
            {...fieldProps(field)}
          />
        )}
      </form.Field>
    </FormDialog>
  )
}

export const Route = createFileRoute('/backoffice/places')({ component: PlacesPage })
