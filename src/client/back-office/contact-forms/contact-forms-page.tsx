import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { MailIcon } from '@/client/design-system/icons/later-icons'
import { SelectField } from '@/client/design-system/forms/field'
import type { ContactForm } from '@/contract/back-office/back-office-contact-forms'
import {
  deleteContactForm,
  listContactForms,
  setContactFormDone,
} from '@/contract/back-office/back-office-contact-forms'
import * as m from '@/messages/compiled/messages.js'
import { DeleteDialog } from '@/client/back-office/layout/dialogs/delete-dialog'
import { Page } from '@/client/back-office/layout/page'
import { PagedList } from '@/client/back-office/layout/lists/paged-list'
import { useFinalFocus } from '@/client/back-office/layout/dialogs/use-final-focus'
import { isGone, useWrite } from '@/client/back-office/layout/dialogs/use-write'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { ContactFormDialog } from './contact-form-dialog'
import { senderOf } from './contact-form-labels'
import { readContactFormsSearch, SHOWN } from './contact-forms-search'
import type { Shown } from './contact-forms-search'
import { ContactFormsTable } from './contact-forms-table'

const route = getRouteApi('/backoffice/contact-forms')

const SHOWN_LABELS: Record<Shown, () => string> = {
  open: () => m.admin_contact_show_open(),
  done: () => m.admin_contact_show_done(),
  all: () => m.admin_contact_show_all(),
}

/** Support messages, those that wait for an answer first of all (rules 2.12). */
export function ContactFormsPage() {
  const { show = 'open' } = readContactFormsSearch(route.useSearch())
  const navigate = route.useNavigate()
  const forms = useInfiniteQuery(contactFormsQuery(show))
  const [open, setOpen] = useState<{ dialog: 'details' | 'delete'; form: ContactForm }>()
  const heading = useRef<HTMLHeadingElement>(null)
  // The form as it is now, or as it was: the list loses it once it is done, and its dialog closes by itself.
  const listed = open && forms.data?.pages.flatMap(({ items }) => items).find(({ id }) => id === open.form.id)
  const form = listed ?? open?.form

  const close = () => setOpen(undefined)
  const { finalFocus, markRemoved } = useFinalFocus(heading)
  const closeGone = () => {
    markRemoved()
    close()
  }
  const setDone = useWrite(setContactFormDone, {
    done: ({ body }) => (body.is_done ? m.admin_contact_marked() : m.admin_contact_reopened()),
    failed: m.admin_contact_mark_failed(),
  })
  return (
    <Page
      title={m.admin_nav_contact_forms()}
      heading={heading}
      action={
        <SelectField
          label={m.admin_contact_show()}
          value={show}
          options={SHOWN.map((value) => ({ value, label: SHOWN_LABELS[value]() }))}
          onChange={(event) =>
            void navigate({ search: readContactFormsSearch({ show: event.target.value }), replace: true })
          }
        />
      }
    >
      <PagedList
        Icon={MailIcon}
        list={forms}
        empty={show === 'open' ? m.admin_contact_none_open() : m.admin_contact_none()}
        failed={m.admin_contact_failed()}
      >
        {(shown) => (
          <ContactFormsTable
            forms={shown}
            onDetails={(shownForm) => setOpen({ dialog: 'details', form: shownForm })}
            onDelete={(shownForm) => setOpen({ dialog: 'delete', form: shownForm })}
          />
        )}
      </PagedList>
      {form && open?.dialog === 'details' ? (
        <ContactFormDialog
          finalFocus={finalFocus}
          form={form}
          isBusy={setDone.isPending}
          onClose={close}
          onSetDone={() =>
            setDone.mutate(
              { params: { id: form.id }, body: { is_done: form.done_at === undefined } },
              {
                onSuccess: show === 'all' ? close : closeGone,
                onError: (error) => (isGone(error) ? closeGone() : undefined),
              },
            )
          }
          onDelete={() => setOpen({ dialog: 'delete', form })}
        />
      ) : null}
      {form && open?.dialog === 'delete' ? (
        <DeleteDialog
          endpoint={deleteContactForm}
          input={{ params: { id: form.id } }}
          title={m.admin_contact_delete_title()}
          text={m.admin_contact_delete_text({ name: senderOf(form) })}
          confirmLabel={m.admin_contact_delete()}
          done={m.admin_contact_deleted()}
          failed={m.admin_contact_delete_failed()}
          finalFocus={finalFocus}
          onClose={close}
          onDeleted={closeGone}
        />
      ) : null}
    </Page>
  )
}

/** A page of the list has this many messages (rules 9). */
const PER_PAGE = 20

/** Support messages of this kind, the newest first, page by page. */
function contactFormsQuery(shown: Shown) {
  return infiniteQueryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'contact-forms', shown],
    queryFn: async ({ pageParam, signal }) => {
      const { api } = await loadOfflineClient()
      const query = {
        limit: PER_PAGE,
        ...(shown !== 'all' && { show: shown }),
        ...(pageParam !== '' && { after: pageParam }),
      }
      const { items, next } = unwrap(await api.call(listContactForms, { query }, { signal }))
      return { items, next, has_more: next !== undefined }
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    networkMode: 'online',
    staleTime: 0,
  })
}
