import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { MailIcon } from 'lucide-react'
import { callApi } from '@/client/back-office/shared/back-office-queries'
import { DeleteDialog, DetailsDialog, useFinalFocus } from '@/client/back-office/shared/form-dialog'
import { Page, PagedList } from '@/client/back-office/shared/page'
import { EmailText, Fact, Instant, RowTable, RowButton } from '@/client/back-office/shared/table'
import { isGone } from '@/client/back-office/shared/use-write'
import { Badge } from '@/client/design-system/badge'
import { Button } from '@/client/design-system/button'
import { SelectField } from '@/client/design-system/forms/field'
import { failureText } from '@/client/shared/forms/server-error-text'
import { topicLabel } from '@/client/shared/forms/support-topic-labels'
import { searchTexts } from '@/client/shared/links/web-url'
import { toast } from '@/client/shared/notifications/toast'
import { outcomeOf } from '@/client/shared/offline/client-call'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { dateTimeText } from '@/client/shared/time/event-dates'
import {
  deleteContactForm,
  listContactForms,
  setContactFormDone,
  type ContactForm,
} from '@/contract/contact-forms'
import { REVIEW_UNDO_SECONDS } from '@/domain/events/event'
import type { SupportTopic } from '@/domain/support/support-message'
import { cutText } from '@/domain/text/plain-text'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { localeOf } from '@/messages/error-text'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'
import { replyMail, senderOf } from './reply-mail'

const route = getRouteApi('/backoffice/contact-forms')

const SHOWN_LABELS = {
  open: m.admin_contact_show_open,
  done: m.admin_contact_show_done,
  all: m.admin_contact_show_all,
}
type Shown = keyof typeof SHOWN_LABELS
const SHOWN: readonly Shown[] = ['open', 'done', 'all']

/** Support messages, those that wait for an answer first of all (rules 2.12). */
function ContactFormsPage() {
  const { show = 'open' } = readContactFormsSearch(route.useSearch())
  const navigate = route.useNavigate()
  const forms = useInfiniteQuery(contactFormsQuery(show))
  const [open, setOpen] = useState<{ dialog: 'details' | 'delete'; form: ContactForm }>()
  const heading = useRef<HTMLHeadingElement>(null)
  const { finalFocus, markRemoved } = useFinalFocus(heading)
  const close = () => setOpen(undefined)
  const closeGone = () => {
    markRemoved()
    close()
  }
  const setDone = useSetDone()
  const markDone = (form: ContactForm, isDone: boolean) =>
    setDone.mutate(
      { id: form.id, isDone },
      {
        onSuccess: show === 'all' ? close : closeGone,
        onError: (error) => (isGone(error) ? closeGone() : undefined),
      },
    )
  const dialog = { finalFocus, onClose: close }
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
          <ContactFormsTable forms={shown} onOpen={(kind, form) => setOpen({ dialog: kind, form })} />
        )}
      </PagedList>
      {open?.dialog === 'details' ? (
        <ContactFormDialog
          {...dialog}
          form={open.form}
          isBusy={setDone.isPending}
          onSetDone={(isDone) => markDone(open.form, isDone)}
          onDelete={() => setOpen({ ...open, dialog: 'delete' })}
        />
      ) : null}
      {open?.dialog === 'delete' ? (
        <DeleteDialog
          {...dialog}
          endpoint={deleteContactForm}
          input={{ params: { id: open.form.id } }}
          title={m.admin_contact_delete_title()}
          text={m.admin_contact_delete_text({ name: senderOf(open.form) })}
          confirmLabel={m.admin_contact_delete()}
          done={m.admin_contact_deleted()}
          failed={m.admin_contact_delete_failed()}
          onDeleted={closeGone}
        />
      ) : null}
    </Page>
  )
}

/** Marks a message as done, or as open again; the toast undoes it. */
function useSetDone() {
  const queryClient = useQueryClient()
  const mutation = useMutation({
    mutationFn: ({ id, isDone }: { id: string; isDone: boolean }) =>
      callApi(setContactFormDone, { params: { id }, body: { is_done: isDone } }),
    networkMode: 'always',
    onSuccess: (_, { id, isDone }) =>
      toast.success(isDone ? m.admin_contact_marked() : m.admin_contact_reopened(), {
        durationMs: REVIEW_UNDO_SECONDS * 1000,
        action: { label: m.admin_event_undo(), onPress: () => mutation.mutate({ id, isDone: !isDone }) },
      }),
    onError: (error) =>
      toast.error(m.admin_contact_mark_failed(), {
        durationMs: 5000,
        description: failureText(outcomeOf(error)),
      }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY }),
  })
  return mutation
}

/** A page of the list has this many messages (rules 9). */
const PER_PAGE = 20

function contactFormsQuery(shown: Shown) {
  return infiniteQueryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'contact-forms', shown],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        limit: PER_PAGE,
        ...(shown !== 'all' && { show: shown }),
        ...(pageParam !== '' && { after: pageParam }),
      }
      const { items, next } = await callApi(listContactForms, { query }, { signal })
      return { items, next, has_more: next !== undefined }
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    networkMode: 'online',
    staleTime: 0,
  })
}

export function readContactFormsSearch(search: Record<string, unknown>): { show?: 'done' | 'all' } {
  const show = (['done', 'all'] as const).find((one) => one === search['show'])
  return show === undefined ? {} : { show }
}

interface ContactFormsTableProps {
  forms: readonly ContactForm[]
  onOpen: (dialog: 'details' | 'delete', form: ContactForm) => void
}

/** A row says who wrote, about what, and how it begins; an urgent message that is open stands out. */
function ContactFormsTable({ forms, onOpen }: ContactFormsTableProps) {
  return (
    <RowTable
      label={m.admin_nav_contact_forms()}
      rows={forms.map((form) => ({
        key: form.id,
        cells: {
          [m.admin_contact_email()]: (
            <>
              <bdi className={sender}>{senderOf(form)}</bdi>
              <EmailText email={form.email} />
            </>
          ),
          [m.admin_contact_topic()]: (
            <>
              <span className={cluster({ gap: '2' })}>
                <Topic form={form} />
                {form.done_at === undefined ? null : (
                  <Badge tone="success">{m.admin_contact_is_done()}</Badge>
                )}
              </span>
              <bdi className={small}>{firstLine(form.message)}</bdi>
            </>
          ),
          [m.admin_contact_submitted()]: <Instant seconds={form.created_at} />,
        },
        actions: (
          <>
            <RowButton
              name={m.admin_contact_details_of({ name: senderOf(form) })}
              onClick={() => onOpen('details', form)}
            >
              {m.admin_contact_details()}
            </RowButton>
            <RowButton
              variant="ghost"
              name={m.admin_contact_delete_of({ name: senderOf(form) })}
              onClick={() => onOpen('delete', form)}
            >
              {m.admin_contact_delete()}
            </RowButton>
          </>
        ),
      }))}
    />
  )
}

const URGENT: SupportTopic = 'Urgent Matter'

function Topic({ form: { topic, done_at: doneAt } }: { form: ContactForm }) {
  if (topic !== URGENT || doneAt !== undefined) return <>{topicLabel(topic)}</>
  return <Badge tone="danger">{topicLabel(topic)}</Badge>
}

const FIRST_LINE_MAX = 100

function firstLine(message: string): string {
  return cutText(message.trim().split('\n', 1).join(''), FIRST_LINE_MAX, '…')
}

const sender = css({ display: 'block', fontWeight: 'bold' })
const small = css({ display: 'block', textStyle: 'small', color: 'fg.muted' })

interface ContactFormDialogProps {
  form: ContactForm
  isBusy: boolean
  onClose: () => void
  finalFocus: () => HTMLElement | null
  onSetDone: (isDone: boolean) => void
  onDelete: () => void
}

/** The whole message. Who replies has done it: the same press opens the mail program and marks the message. */
function ContactFormDialog({
  form,
  isBusy,
  onClose,
  finalFocus,
  onSetDone,
  onDelete,
}: ContactFormDialogProps) {
  const locale = getLocale()
  const theirs = localeOf(form.locale)
  const isOpen = form.done_at === undefined
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
          <Button variant="secondary" busy={isBusy} onClick={() => onSetDone(isOpen)}>
            {isOpen ? m.admin_contact_mark_done() : m.admin_contact_reopen()}
          </Button>
          <a
            href={replyMail(form, topicLabel(form.topic, theirs), theirs)}
            className={button()}
            onClick={() => (isOpen ? onSetDone(true) : undefined)}
          >
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
      <Fact label={m.admin_contact_topic()}>
        <Topic form={form} />
      </Fact>
      <Fact label={m.admin_contact_message()}>
        <span dir="auto" className={lines}>
          {form.message}
        </span>
      </Fact>
      <Fact label={m.admin_contact_submitted()}>{dateTimeText(form.created_at, locale)}</Fact>
      {form.done_at === undefined ? null : (
        <Fact label={m.admin_contact_done_at()}>{dateTimeText(form.done_at, locale)}</Fact>
      )}
      <Fact label={m.admin_contact_id()}>{form.id}</Fact>
    </DetailsDialog>
  )
}

const lines = css({ display: 'block', whiteSpace: 'pre-line' })

export const Route = createFileRoute('/backoffice/contact-forms')({
  validateSearch: searchTexts('show'),
  component: ContactFormsPage,
})
