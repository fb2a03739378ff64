import { afterEach, describe, expect, it } from 'vitest'
import { overwriteGetLocale, getLocale } from '@/messages/compiled/runtime.js'
import { isAboutPerson, subjectLabel } from './activity-table'

const before = getLocale
afterEach(() => overwriteGetLocale(before))

const message = (label?: string) =>
  ({
    action: 'contact-form.done',
    subject: { id: 'id', exists: true, ...(label === undefined ? {} : { label }) },
  }) as const

describe('what an entry of the activity log is about', () => {
  it('is for a support message its topic, in the language of who reads it', () => {
    overwriteGetLocale(() => 'en')
    expect(subjectLabel(message('Urgent Matter'))).toBe('Urgent Matter')
    overwriteGetLocale(() => 'pt')
    expect(subjectLabel(message('Urgent Matter'))).toBe('Assunto urgente')
  })

  it('is a topic as it came, when this version does not know it', () => {
    overwriteGetLocale(() => 'pt')
    expect(subjectLabel(message('Lost and found'))).toBe('Lost and found')
    expect(subjectLabel(message())).toBe('–')
  })

  it('is a person for what was done to an account, to an organiser too', () => {
    const actions = ['user.promoted', 'organiser.marked', 'second-factor.added'] as const
    expect(actions.filter(isAboutPerson)).toEqual(actions)
    expect(isAboutPerson('event.approved')).toBe(false)
  })
})
