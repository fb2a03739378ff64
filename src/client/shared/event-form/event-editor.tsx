import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type FormEvent,
  type MouseEvent,
  type ComponentType,
} from 'react'
import type { UsedDraft } from '@/client/shared/drafts/use-draft'
import { busyFormProps } from '@/client/shared/forms/use-schema-form'
import { toast } from '@/client/shared/notifications/toast'
import { report } from '@/client/shared/offline/offline-client'
import { PlaceField } from '@/client/shared/places/place-field'
import { PhotoField } from '@/client/shared/photos/photo-field'
import { TagPicker } from '@/client/shared/tags/tag-picker'
import { pause, serverSeconds, useNow } from '@/client/shared/time/use-now'
import { Button } from '@/client/design-system/button'
import { EmailField, FieldError, TextArea, TextField } from '@/client/design-system/forms/field'
import { settings } from '@/contract/settings'
import { DESCRIPTION_MAX } from '@/domain/submissions/submission-limits'
import { countCharacters, toLines } from '@/domain/text/plain-text'
import { villageDay } from '@/domain/time/local-time'
import { ensureTemporal } from '@/domain/time/village-time'
import type { Problem } from '@/domain/validation/problem'
import * as m from '@/messages/compiled/messages.js'
import type { Outcome } from '@/offline/api/next-step'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { css, cx } from 'styled-system/css'
import { stack } from 'styled-system/patterns'
import type { Begun, EventDraft } from './event-draft'
import { toPayload, type EventValues, type SubmissionPayload } from './event-values'
import { Honeypot } from './honeypot'
import { MoreInformation, isFolded } from './more-information'
import { usePlaceAndTagOptions } from './place-and-tag-options'
import {
  SUMMARY_ID,
  fieldId,
  payloadProblems,
  shownProblems,
  type Control,
  type ServerErrors,
  type ShownProblem,
} from './problems'
import { TimesField } from './times-field'
import { useEditor, useValue, type Editor, type EditorMode, type FieldProps } from './use-editor'
import { banner, textLink } from 'styled-system/recipes'

export type ChosenPhoto = OutboxPhoto | null | undefined

export interface EventEditorProps {
  mode: EditorMode
  /** Takes what is written. */
  draft: Pick<UsedDraft<EventDraft>, 'change'>
  begun: Begun
  /** The photo of what is written over; one that the server has by its address, 'withheld' while the team has not looked at it. */
  photo?: OutboxPhoto | string | undefined
  /** Nobody has written on it before: the minimum filling time begins. */
  isNew?: boolean
  /** The times of an event that has begun may lie in the past. It is called once the rules of times are loaded. */
  allowPast?: () => boolean
  /** The server has refused these values before. */
  refused?: ServerErrors | undefined
  BeforeSubmit?: ComponentType<FieldProps>
  submitLabel: string
  busyLabel: string
  /**
   * Called with what may be sent; the photo is null where it was removed, undefined where there is none or the server's stays. The form
   * keeps its values until its owner unmounts it, and shows the errors of the server that it resolves with.
   */
  onSubmit: (payload: SubmissionPayload, photo: ChosenPhoto) => Promise<Outcome<unknown> | void>
}

/** The one form of an event, with the rules of rules 5: of visitors, organisers and the team. */
export function EventEditor(props: EventEditorProps) {
  const { mode, draft, begun, isNew = false, BeforeSubmit, onSubmit } = props
  /** They are loaded at the first submit: nothing is said to be wrong before. */
  const hasRules = useRef(false)
  const honeypot = useRef<HTMLInputElement>(null)
  // One that there was no room for is not there to replace another.
  const hasOwnPhoto = begun.content.hasOwnPhoto === true && begun.lostPhoto !== true
  /** Another photo than that of what is written over, or none. */
  const [chosen, setChosen] = useState(hasOwnPhoto ? { photo: begun.photo } : undefined)
  const photo = chosen ? chosen.photo : props.photo
  // A place that was being looked up comes from an older render.
  const latestPhoto = useRef(chosen)
  const [serverErrors, setServerErrors] = useState(props.refused)
  /** The errors whose photo was changed, or is sent again. */
  const [settled, setSettled] = useState<ServerErrors>()
  const [photoBusy, setPhotoBusy] = useState(false)
  const [isSubmitting, setSubmitting] = useState(false)
  const today = villageDay(useNow())
  const guide = useGuide()
  // The clock is monotonic: the system clock can be set back.
  const [openedAt] = useState(() => performance.now())

  const ensureRules = async () => {
    await ensureTemporal()
    hasRules.current = true
  }
  const { minFillMs } = settings()
  const filledInMs = () => performance.now() - openedAt + (isNew ? 0 : minFillMs)
  const payloadOf = (values: EventValues) =>
    toPayload(values, { website: honeypot.current?.value ?? '', filledInMs: filledInMs() })
  const problemsOf = (values: EventValues) =>
    hasRules.current
      ? payloadProblems(payloadOf(values), {
          hasEmail: mode === 'visitor',
          // A device's clock may be a day off: whether a start has passed is the server's to say.
          nowSeconds: serverSeconds(),
          allowPast: props.allowPast?.() ?? false,
          serverErrors,
        })
      : []
  const write = (values: EventValues) => {
    const { current } = latestPhoto
    const content = { ...begun.content, values, hasOwnPhoto: current !== undefined, origin: undefined }
    draft.change(content, current?.photo)
  }
  const editor = useEditor({
    initial: begun.content.values,
    mode,
    today,
    problemsOf,
    photoProblem: settled === serverErrors ? undefined : serverErrors?.problems.find(isOfPhoto),
    onInvalid: (values) => guide.show(shownProblems(problemsOf(values), values, today)),
    onValid: async (values) => {
      setSettled(serverErrors)
      // Speed is no error of a person: who is too fast waits.
      await pause(minFillMs - filledInMs())
      const payload = payloadOf(values)
      const none = props.photo === undefined ? undefined : null
      const outcome = await onSubmit(payload, typeof photo === 'string' ? undefined : (photo ?? none))
      if (outcome?.kind === 'refused') setServerErrors({ payload, problems: outcome.fields })
    },
    onChange: write,
  })
  const { form } = editor
  // A form that shows an error takes input in that same commit: a letter that follows at once is not lost.
  const busy = isSubmitting && editor.isValid
  const changePhoto = (next: OutboxPhoto | undefined) => {
    latestPhoto.current = { photo: next }
    setChosen(latestPhoto.current)
    setSettled(serverErrors)
    write(form.state.values)
  }
  const showServerErrors = useEffectEvent(async ({ problems }: ServerErrors) => {
    await ensureRules()
    await form.validate('submit')
    guide.show(shownProblems(problems, form.state.values, today))
  })
  useEffect(() => {
    if (serverErrors && serverErrors.problems.length > 0) void showServerErrors(serverErrors)
  }, [serverErrors])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSubmitting || photoBusy) return
    setSubmitting(true)
    try {
      await ensureRules()
      await form.handleSubmit()
    } catch (error) {
      report('The event form could not be submitted.', error)
      toast.error(m.form_failed_title(), { description: m.form_failed_text() })
    } finally {
      setSubmitting(false)
    }
  }
  return (
    <form noValidate onSubmit={submit} {...busyFormProps(busy)} className={stack({ gap: '6' })}>
      <ErrorSummary problems={editor.shown} onGoTo={guide.goTo} />
      {mode === 'visitor' ? <Email editor={editor} /> : null}
      <Title editor={editor} />
      <PhotoField {...editor.control('photo')} photo={photo} onChange={changePhoto} onBusy={setPhotoBusy} />
      <Description editor={editor} />
      <Location editor={editor} />
      <Tags editor={editor} />
      <TimesField editor={editor} />
      <MoreInformation editor={editor} open={guide.isMoreOpen} onOpenChange={guide.setMoreOpen} />
      <Honeypot ref={honeypot} />
      <FieldError {...editor.control('form')} />
      {BeforeSubmit ? <BeforeSubmit editor={editor} /> : null}
      <Button type="submit" size="lg" busy={busy} disabled={photoBusy} className={submitButton}>
        {busy ? props.busyLabel : props.submitLabel}
      </Button>
    </form>
  )
}

const submitButton = css({ justifySelf: 'start', alignSelf: 'flex-start' })

const isOfPhoto = ({ path }: Problem) => path === 'photo'

/** How a refused submit is shown: a toast (rules 8), a summary that stays, and the focus where one goes on. */
function useGuide() {
  const [isMoreOpen, setMoreOpen] = useState(false)
  const [wanted, setWanted] = useState<{ id: string }>()
  // An effect finds also what the same change renders or unfolds.
  useEffect(() => {
    if (wanted === undefined) return
    const element = document.getElementById(wanted.id)
    element?.focus({ preventScroll: true })
    // It comes to the middle, where neither the header nor the toast covers it; the summary may be taller than the screen.
    element?.scrollIntoView({ block: wanted.id === SUMMARY_ID ? 'start' : 'center' })
  }, [wanted])
  const goTo = (control: Control) => {
    if (isFolded(control)) setMoreOpen(true)
    setWanted({ id: fieldId(control) })
  }
  return {
    isMoreOpen,
    setMoreOpen,
    goTo,
    show(problems: readonly ShownProblem[]) {
      const [first, second] = problems
      if (problems.some(({ control }) => isFolded(control))) setMoreOpen(true)
      toast.error(m.form_invalid_title(), {
        description: [m.form_invalid_intro(), ...problems.map(({ line }) => line)].join('\n• '),
      })
      // A single error is corrected at once; several are read first.
      if (first !== undefined && second === undefined) goTo(first.control)
      else setWanted({ id: SUMMARY_ID })
    },
  }
}

interface ErrorSummaryProps {
  problems: readonly ShownProblem[]
  onGoTo: (control: Control) => void
}

/** It stays when the toast is gone, and gets shorter as fields are mended. */
function ErrorSummary({ problems, onGoTo }: ErrorSummaryProps) {
  if (problems.length === 0) return null
  const styles = banner({ tone: 'danger' })
  return (
    <section
      id={SUMMARY_ID}
      tabIndex={-1}
      aria-labelledby={`${SUMMARY_ID}-title`}
      className={cx(styles.root, frame)}
    >
      <div className={styles.body}>
        <h2 id={`${SUMMARY_ID}-title`} className={styles.title}>
          {m.form_invalid_intro()}
        </h2>
        <ol className={list}>
          {problems.map(({ control, line }) => (
            <li key={control}>
              <a
                href={`#${fieldId(control)}`}
                className={cx(textLink(), link)}
                onClick={(event: MouseEvent) => {
                  // The address stays: going back must not lead through the fields.
                  event.preventDefault()
                  onGoTo(control)
                }}
              >
                {line}
              </a>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

const frame = css({
  // Below the toast, which says the same for some seconds.
  scrollMarginTop: '[min(18rem, 40dvh)]',
})
const list = css({ display: 'grid', gap: '2', marginTop: '2' })
const link = css({ color: 'danger.fg', overflowWrap: 'anywhere' })

function useTextField(editor: Editor, name: 'email' | 'title' | 'description') {
  return {
    ...editor.control(name),
    value: useValue(editor, name),
    onChange: (event: { target: { value: string } }) => editor.change({ [name]: event.target.value }),
  }
}

function Email({ editor }: FieldProps) {
  return <EmailField label={m.form_email()} hint={m.form_email_hint()} {...useTextField(editor, 'email')} />
}

function Title({ editor }: FieldProps) {
  return <TextField label={m.form_title()} autoComplete="off" required {...useTextField(editor, 'title')} />
}

function Description({ editor }: FieldProps) {
  const field = useTextField(editor, 'description')
  const hint = m.form_description_count({ n: countCharacters(toLines(field.value)), max: DESCRIPTION_MAX })
  return <TextArea label={m.form_description()} hint={hint} rows={6} required {...field} />
}

function Location({ editor }: FieldProps) {
  const { places } = usePlaceAndTagOptions()
  const value = {
    location_name: useValue(editor, 'location_name'),
    latitude: useValue(editor, 'latitude'),
    longitude: useValue(editor, 'longitude'),
  }
  return (
    <PlaceField {...editor.control('location_name')} places={places} value={value} onChange={editor.change} />
  )
}

function Tags({ editor }: FieldProps) {
  const { tags } = usePlaceAndTagOptions()
  return (
    <TagPicker
      {...editor.control('tag_keys')}
      tags={tags}
      selected={useValue(editor, 'tag_keys')}
      hint={m.form_tags_hint()}
      onChange={(keys) => editor.change({ tag_keys: keys })}
    />
  )
}
