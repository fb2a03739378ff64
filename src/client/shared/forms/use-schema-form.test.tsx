import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { TextField } from '@/client/design-system/forms/field'
import { signInSchema, type SignIn } from '@/domain/accounts/account'
import { hasUnsaved } from './unsaved'
import { FormFailure, useSchemaForm } from './use-schema-form'

afterEach(cleanup)

interface Submitted {
  values: SignIn
  end: () => void
}

/** A form whose submit ends when the test says so. */
function formInto(submitted: Submitted[]) {
  return function Form() {
    const { fields, formProps, isDirty, isSubmitting } = useSchemaForm<SignIn, SignIn>({
      schema: signInSchema,
      initialValues: { email: '', password: '' },
      onValid: (values) => new Promise((end) => submitted.push({ values, end })),
    })
    return (
      <form {...formProps} aria-busy={isSubmitting} data-dirty={isDirty} aria-label="form">
        <TextField label="Email" {...fields.email} />
        <TextField label="Password" {...fields.password} />
      </form>
    )
  }
}

function renderForm() {
  const submitted: Submitted[] = []
  const Form = formInto(submitted)
  render(<Form />)
  return { submitted, form: screen.getByRole('form') }
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('submits what the schema parsed, once, however often the button is pressed', async () => {
  const { submitted, form } = renderForm()
  type('Email', ' ana@example.com ')
  type('Password', ' a secret ')
  fireEvent.submit(form)
  await waitFor(() => expect(form.getAttribute('aria-busy')).toBe('true'))
  fireEvent.submit(form)
  expect(submitted.map(({ values }) => values)).toEqual([
    { email: 'ana@example.com', password: ' a secret ' },
  ])

  submitted[0]?.end()
  await waitFor(() => expect(form.getAttribute('aria-busy')).toBe('false'))
  expect(screen.getByLabelText('Email')).toHaveProperty('value', ' ana@example.com ')
  fireEvent.submit(form)
  await waitFor(() => expect(submitted).toHaveLength(2))
})

test('takes the focus to the first field that is wrong, not to the first field', async () => {
  const { submitted, form } = renderForm()
  type('Email', 'ana@example.com')
  fireEvent.submit(form)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')))
  expect(screen.getByText('This field is required')).toBeTruthy()
  expect(submitted).toEqual([])
})

test('says that an address is none, after the first try only', async () => {
  const { form } = renderForm()
  type('Email', 'ana@')
  type('Password', 'x')
  expect(screen.queryByText('Please enter a valid email address')).toBeNull()
  fireEvent.submit(form)
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
})

test('what the server refuses is said at its fields until they change; anything else is the failure of the form', async () => {
  const email = [{ path: 'email', code: 'email_invalid' as const, message: '' }]
  const outcomes = [email, []].map(
    (fields) => ({ kind: 'refused', status: 422, code: 'VALIDATION_FAILED', message: '', fields }) as const,
  )
  function Form() {
    const { fields, formProps, failure } = useSchemaForm<SignIn, SignIn>({
      schema: signInSchema,
      initialValues: { email: 'ana@example.com', password: 'x' },
      onValid: async () => outcomes.shift(),
    })
    return (
      <form {...formProps} aria-label="form">
        <TextField label="Email" {...fields.email} />
        <FormFailure failure={failure} text={() => 'failed'} />
      </form>
    )
  }
  render(<Form />)
  fireEvent.submit(screen.getByRole('form'))
  await screen.findByText('Please enter a valid email address')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')))
  type('Email', 'ana@example.org')
  await waitFor(() => expect(screen.queryByText('Please enter a valid email address')).toBeNull())
  expect(hasUnsaved()).toBe(true)
  fireEvent.submit(screen.getByRole('form'))
  expect((await screen.findByRole('alert')).textContent).toBe('failed')
})

test.each(['before it hydrates', 'in the moment before its effects'])(
  'keeps what is typed %s',
  async (when) => {
    const Form = formInto([])
    /** Types as soon as React has the form, before it runs effects. */
    function Page() {
      useLayoutEffect(() => {
        if (when !== 'before it hydrates') typeInto(email())
      }, [])
      return <Form />
    }
    const root = document.body.appendChild(document.createElement('div'))
    root.innerHTML = renderToString(<Page />)
    const email = () => root.querySelector<HTMLInputElement>('[name=email]') ?? new HTMLInputElement()
    if (when === 'before it hydrates') typeInto(email())
    const hydrated = hydrateRoot(root, <Page />)
    await waitFor(() => expect(screen.getByRole('form').dataset['dirty']).toBe('true'))
    expect(email().value).toBe('ana@example.com')
    hydrated.unmount()
    root.remove()
  },
)

/** Types as a browser does, without telling React's test tools. */
function typeInto(control: HTMLInputElement): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(control, 'ana@example.com')
  control.dispatchEvent(new Event('input', { bubbles: true }))
}
