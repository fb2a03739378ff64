import { createFileRoute } from '@tanstack/react-router'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MailIcon } from 'lucide-react'
import { callApi, PER_PAGE } from '@/client/back-office/shared/back-office-queries'
import { DetailsDialog, useQuestion } from '@/client/back-office/shared/form-dialog'
import { Page, PagedTable, text } from '@/client/back-office/shared/page'
import { EmailText, Instant, RowButton, type Columns } from '@/client/back-office/shared/table'
import { isGone, useAction } from '@/client/back-office/shared/use-action'
import { Badge } from '@/client/design-system/badge'
import { Button } from '@/client/design-system/button'
import { SelectField } from '@/client/design-system/forms/field'
import { topicLabel } from '@/client/shared/forms/support-topic-labels'
import { searchTexts } from '@/client/shared/links/web-url'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import {
  deleteContactForm,
  listContactForms,
  setContactFormDone,
  type ContactForm,
} from '@/contract/contact-forms'
import type { SupportTopic } from '@/domain/support/support-message'
import { cutText } from '@/domain/text/plain-text'
import * as m from '@/messages/compiled/messages.js'
import { localeOf } from '@/messages/error-text'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'
import { replyMail, senderOf } from './reply-mail'

const SHOWN_LABELS = {
  open: m.admin_contact_show_open,
  done: m.admin_contact_show_done,
  all: m.admin_contact_show_all,
}
type Shown = keyof typeof SHOWN_LABELS
const SHOWN: readonly Shown[] = ['open', 'done', 'all']

const COLUMNS: Columns<ContactForm> = [
  [m.admin_contact_email, (form) => <Sender form={form} />],
  [m.admin_contact_topic, (form) => <Beginning form={form} />],
  [m.admin_contact_submitted, (form) => <Instant seconds={form.created_at} />],
]

/** Support messages, those that wait for an answer first of all (rules 2.12). */
function ContactFormsPage() {
  const { show: typed } = Route.useSearch()
  const show = SHOWN.find((one) => one === typed) ?? 'open'
  const navigate = Route.useNavigate()
  const forms = useInfiniteQuery(contactFormsQuery(show))
  const [open, setOpen] = useState<ContactForm>()
  const close = () => setOpen(undefined)
  const { ask, dialog } = useQuestion()
  const remove = (form: ContactForm) =>
    ask({
      title: m.admin_contact_delete_title(),
      text: m.admin_contact_delete_text({ name: senderOf(form) }),
      confirmLabel: m.admin_contact_delete(),
      done: m.admin_contact_deleted(),
      failed: m.admin_contact_delete_failed(),
      send: (api) => api.call(deleteContactForm, { params: { id: form.id } }),
    })
  return (
    <Page
      title={m.admin_nav_contact_forms()}
      action={
        <SelectField
          label={m.admin_contact_show()}
          value={show}
          options={SHOWN.map((value) => ({ value, label: SHOWN_LABELS[value]() }))}
          onChange={({ target: { value } }) =>
            void navigate({ search: value === 'open' ? {} : { show: value }, replace: true })
          }
        />
      }
    >
      <PagedTable
        Icon={MailIcon}
        list={forms}
        label={m.admin_nav_contact_forms()}
        empty={show === 'open' ? m.admin_contact_none_open() : m.admin_contact_none()}
        failed={m.admin_contact_failed()}
        columns={COLUMNS}
        renderActions={(form) => (
          <>
            <RowButton
              name={m.admin_contact_details_of({ name: senderOf(form) })}
              onClick={() => setOpen(form)}
            >
              {m.admin_contact_details()}
            </RowButton>
            <RowButton
              variant="ghost"
              name={m.admin_contact_delete_of({ name: senderOf(form) })}
              onClick={() => remove(form)}
            >
              {m.admin_contact_delete()}
            </RowButton>
          </>
        )}
      />
      {open ? (
        <ContactFormDialog
          form={open}
          onClose={close}
          onDelete={() => {
            close()
            remove(open)
          }}
        />
      ) : null}
      {dialog}
    </Page>
  )
}

interface SetDone {
  id: string
  isDone: boolean
}

/** Marks a message as done, or as open again, which can be undone. */
function useSetDone() {
  const action = useAction<SetDone, unknown>({
    run: ({ id, isDone }, api) => api.call(setContactFormDone, { params: { id }, body: { is_done: isDone } }),
    done: (_, { isDone }) => [isDone ? m.admin_contact_marked() : m.admin_contact_reopened()],
    undo:
      (_, { id, isDone }) =>
      () =>
        action.mutate({ id, isDone: !isDone }),
    failed: () => m.admin_contact_mark_failed(),
  })
  return action
}

function contactFormsQuery(shown: Shown) {
  return infiniteQueryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'contact-forms', shown],
    queryFn: async ({ pageParam: after, signal }) => {
      const query = { limit: PER_PAGE, ...(shown !== 'all' && { show: shown }), ...(after && { after }) }
      const { items, next } = await callApi(listContactForms, { query }, { signal })
      return { items, next, has_more: next !== undefined }
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
}

function Sender({ form }: { form: ContactForm }) {
  return (
    <>
      <bdi className={css({ display: 'block', fontWeight: 'bold' })}>{senderOf(form)}</bdi>
      <EmailText email={form.email} />
    </>
  )
}

const URGENT: SupportTopic = 'Urgent Matter'

/** An urgent message that is open stands out. */
function Topic({ form: { topic, done_at: doneAt } }: { form: ContactForm }) {
  if (topic !== URGENT || doneAt !== undefined) return <>{topicLabel(topic)}</>
  return <Badge tone="danger">{topicLabel(topic)}</Badge>
}

const FIRST_LINE_MAX = 100

/** The subject of a message and its first words. */
function Beginning({ form }: { form: ContactForm }) {
  const [firstLine = ''] = form.message.trim().split('\n', 1)
  return (
    <>
      <span className={cluster()}>
        <Topic form={form} />
        {form.done_at === undefined ? null : <Badge tone="success">{m.admin_contact_is_done()}</Badge>}
      </span>
      <bdi className={text.below}>{cutText(firstLine, FIRST_LINE_MAX, '…')}</bdi>
    </>
  )
}

interface ContactFormDialogProps {
  form: ContactForm
  onClose: () => void
  onDelete: () => void
}

/** The whole message. Who replies has done it: the same press opens the mail program and marks the message. */
function ContactFormDialog({ form, onClose, onDelete }: ContactFormDialogProps) {
  const { mutate, isPending } = useSetDone()
  const theirs = localeOf(form.locale)
  const isOpen = form.done_at === undefined
  const setDone = (isDone: boolean) =>
    mutate(
      { id: form.id, isDone },
      { onSuccess: onClose, onError: (error) => (isGone(error) ? onClose() : undefined) },
    )
  return (
    <DetailsDialog
      title={m.admin_contact_details_title()}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={onDelete}>
            {m.admin_contact_delete()}
          </Button>
          <Button variant="secondary" busy={isPending} onClick={() => setDone(isOpen)}>
            {isOpen ? m.admin_contact_mark_done() : m.admin_contact_reopen()}
          </Button>
          <a
            href={replyMail(form, topicLabel(form.topic, theirs), theirs)}
            className={button()}
            onClick={() => (isOpen ? setDone(true) : undefined)}
          >
            {m.admin_contact_reply()}
          </a>
        </>
      }
      of={[
        [m.admin_contact_name(), <bdi key="name">{senderOf(form)}</bdi>],
        [m.admin_contact_email(), <EmailText key="email" email={form.email} />],
        [m.admin_contact_topic(), <Topic key="topic" form={form} />],
        [
          m.admin_contact_message(),
          <span key="message" dir="auto" className={css({ display: 'block', whiteSpace: 'pre-line' })}>
            {form.message}
          </span>,
        ],
        [m.admin_contact_submitted(), <Instant key="submitted" seconds={form.created_at} />],
        [
          m.admin_contact_done_at(),
          form.done_at === undefined ? undefined : <Instant key="done" seconds={form.done_at} />,
        ],
        [m.admin_contact_id(), form.id],
      ]}
    />
  )
}

export const Route = createFileRoute('/backoffice/contact-forms')({
  validateSearch: searchTexts('show'),
  component: ContactFormsPage,
})
