import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Honeypot } from '@/client/shared/event-form/honeypot'
import { formFailureText } from '@/client/shared/forms/server-error-text'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { callEndpoint } from '@/client/shared/offline/client-call'
import { usedTagsQuery } from '@/client/shared/programme/programme-queries'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { ChipChoices } from '@/client/design-system/forms/chip-choices'
import { TextField } from '@/client/design-system/forms/field'
import { subscribeToWeek } from '@/contract/week-mail'
import { passwordResetSchema } from '@/domain/accounts/account-forms'
import type { PasswordResetForm } from '@/domain/accounts/account-forms'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'
import { WeekHeading } from './week-heading'

const route = getRouteApi('/week-mail')

/**
 * Asks for the week. What is said then is the same for every address: nobody finds out who gets it. `takesFocus`: the person
 * came here from a link of this page, which has gone.
 */
export function RequestWeek({ takesFocus }: { takesFocus: boolean }) {
  const { programme } = route.useRouteContext()
  const { tags = '' } = route.useSearch()
  const [chosen, setChosen] = useState(() => tags.split(',').filter((key) => key !== ''))
  const [sentTo, setSentTo] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const honeypot = useRef<HTMLInputElement>(null)
  const used = useQuery(usedTagsQuery(programme)).data?.data ?? []
  const { form, formProps, isDirty } = useSchemaForm<PasswordResetForm, PasswordResetForm>({
    schema: passwordResetSchema,
    initialValues: { email: '' },
    onValid: async ({ email }) => {
      setFailure(undefined)
      const website = honeypot.current?.value ?? ''
      const outcome = await callEndpoint(subscribeToWeek, { body: { email, tag_keys: chosen, website } })
      if (outcome.kind === 'ok') setSentTo(email)
      else setFailure(formFailureText(outcome))
    },
  })
  useUnsaved(isDirty && sentTo === undefined)
  if (sentTo !== undefined)
    return (
      <section className={stack({ gap: '4' })}>
        <WeekHeading takesFocus>{m.week_mail_asked_title()}</WeekHeading>
        <p className={longWords}>{m.week_mail_asked({ email: sentTo })}</p>
      </section>
    )
  const names = new Map(used.map(({ key, name }) => [key, name]))
  // A tag of the list that led here, though nothing bears it at the moment.
  const options = [...new Set([...names.keys(), ...chosen])]
  const press = (key: string) =>
    setChosen((before) => (before.includes(key) ? before.filter((one) => one !== key) : [...before, key]))
  return (
    <section className={stack({ gap: '4' })}>
      <WeekHeading takesFocus={takesFocus}>{m.week_mail_title()}</WeekHeading>
      <p>{m.week_mail_intro({ village: SITE.village })}</p>
      <form {...formProps} className={stack({ gap: '5', alignItems: 'start' })}>
        <form.Field name="email">
          {(field) => (
            <TextField
              label={m.week_mail_email()}
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              required
              className={wide}
              {...fieldProps(field)}
            />
          )}
        </form.Field>
        {options.length > 0 ? (
          <ChipChoices
            label={m.week_mail_tags()}
            options={options}
            optionLabel={(key) => names.get(key) ?? key}
            chosen={chosen}
            onPress={press}
          />
        ) : null}
        <Honeypot ref={honeypot} />
        <form.Subscribe selector={({ isSubmitting }) => isSubmitting}>
          {(isSubmitting) => (
            <Button type="submit" busy={isSubmitting}>
              {isSubmitting ? m.week_mail_submitting() : m.week_mail_submit()}
            </Button>
          )}
        </form.Subscribe>
      </form>
      {failure === undefined ? null : (
        <Banner tone="danger" role="alert" title={m.week_mail_failed()}>
          {failure}
        </Banner>
      )}
      <p className={muted}>{m.week_mail_privacy()}</p>
    </section>
  )
}

const wide = css({ width: '[min(100%, 26rem)]' })
const longWords = css({ overflowWrap: 'anywhere' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })
