import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { searchTexts } from '@/client/shared/links/web-url'
import { MailIcon } from 'lucide-react'
import { SelectField } from '@/client/design-system/forms/field'
import { deleteContactForm, listContactForms, setContactFormDone } from '@/contract/contact-forms'
import type { ContactForm } from '@/contract/contact-forms'
import * as m from '@/messages/compiled/messages.js'
import { DeleteDialog, DetailsDialog, useFinalFocus } from '@/client/back-office/shared/form-dialog'
import { Page, PagedList } from '@/client/back-office/shared/page'
import { isGone, useWrite } from '@/client/back-office/shared/use-write'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/client-call'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { topicLabel } from '@/client/shared/forms/support-topic-labels'
import { Badge } from '@/client/design-system/badge'
import { Button } from '@/client/design-system/button'
import { getLocale } from '@/messages/compiled/runtime.js'
import {
  EmailText,
  Instant,
  Cell,
  RowActions,
  Table,
  Fact,
  RowButton,
} from '@/client/back-office/shared/table'
import { dateTimeText } from '@/client/shared/time/event-dates'
import { localeOf } from '@/messages/error-text'
import { cluster } from 'styled-system/patterns'
import { css } from 'styled-system/css'
import { button } from 'styled-system/recipes'
import { replyMail, senderOf } from './reply-mail'

const route = getRouteApi('/backoffice/contact-forms')

const SHOWN_LABELS: Record<Shown, () => string> = {
  open: () => m.admin_contact_show_open(),
  done: () => m.admin_contact_show_done(),
  all: () => m.admin_contact_show_all(),
}

/** Support messages, those that wait for an answer first of all (rules 2.12). */
function ContactFormsPage() {
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

const SHOWN = ['open', 'done', 'all'] as const
type Shown = (typeof SHOWN)[number]

interface ContactFormsSearch {
  show?: Exclude<Shown, 'open'>
}

export function readContactFormsSearch(search: Record<string, unknown>): ContactFormsSearch {
  const show = (['done', 'all'] as const).find((one) => one === search['show'])
  return show === undefined ? {} : { show }
}

interface ContactFormsTableProps {
  forms: readonly ContactForm[]
  onDetails: (form: ContactForm) => void
  onDelete: (form: ContactForm) => void
}

function ContactFormsTable({ forms, onDetails, onDelete }: ContactFormsTableProps) {
  const locale = getLocale()
  const columns = [
    m.admin_contact_email(),
    m.admin_contact_topic(),
    m.admin_contact_submitted(),
    m.admin_contact_actions(),
  ]
  return (
    <Table label={m.admin_nav_contact_forms()} columns={columns}>
      {forms.map((form) => (
        <tr key={form.id}>
          <Cell label={m.admin_contact_email()}>
            <EmailText email={form.email} />
          </Cell>
          <Cell label={m.admin_contact_topic()}>
            <span className={cluster({ gap: '2' })}>
              {topicLabel(form.topic, locale)}
              {form.done_at === undefined ? null : <Badge tone="success">{m.admin_contact_is_done()}</Badge>}
            </span>
          </Cell>
          <Cell label={m.admin_contact_submitted()}>
            <Instant seconds={form.created_at} />
          </Cell>
          <Cell>
            <RowActions>
              <RowButton
                name={m.admin_contact_details_of({ name: senderOf(form) })}
                onClick={() => onDetails(form)}
              >
                {m.admin_contact_details()}
              </RowButton>
              <RowButton
                name={m.admin_contact_delete_of({ name: senderOf(form) })}
                onClick={() => onDelete(form)}
              >
                {m.admin_contact_delete()}
              </RowButton>
            </RowActions>
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

interface ContactFormDialogProps {
  form: ContactForm
  isBusy: boolean
  onClose: () => void
  finalFocus: () => HTMLElement | null
  onSetDone: () => void
  onDelete: () => void
}

function ContactFormDialog({
  form,
  isBusy,
  onClose,
  finalFocus,
  onSetDone,
  onDelete,
}: ContactFormDialogProps) {
  const locale = getLocale()
  const isDone = form.done_at !== undefined
  const theirs = localeOf(form.locale)
  return (
    <DetailsDialog
      title={m.admin_contact_details_title()}
      finalFocus={finalFocus}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={onDelete}>
            {m.admin_contact_delete()}
          </Button>
          <Button variant="secondary" busy={isBusy} onClick={onSetDone}>
            {isDone ? m.admin_contact_reopen() : m.admin_contact_mark_done()}
          </Button>
          <a href={replyMail(form, topicLabel(form.topic, theirs), theirs)} className={button()}>
            {m.admin_contact_reply()}
          </a>
        </>
      }
    >
      <Fact label={m.admin_contact_name()}>
        <bdi>{senderOf(form)}</bdi>
      </Fact>
      <Fact label={m.admin_contact_email()}>
        <EmailText email={form.email} />
      </Fact>
      <Fact label={m.admin_contact_topic()}>{topicLabel(form.topic, locale)}</Fact>
      <Fact label={m.admin_contact_message()}>
        <span dir="auto" className={contactFormDialogMessage}>
          {form.message}
        </span>
      </Fact>
      <Fact label={m.admin_contact_submitted()}>{dateTimeText(form.created_at, locale)}</Fact>
      {form.done_at === undefined ? null : (
        <Fact label={m.admin_contact_done_at()}>
          <Badge tone="success">{dateTimeText(form.done_at, locale)}</Badge>
        </Fact>
      )}
      <Fact label={m.admin_contact_id()}>{form.id}</Fact>
    </DetailsDialog>
  )
}

const contactFormDialogMessage = css({ display: 'block', whiteSpace: 'pre-line' })

export const Route = createFileRoute('/backoffice/contact-forms')({
  validateSearch: searchTexts('show'),
  component: ContactFormsPage,
})
