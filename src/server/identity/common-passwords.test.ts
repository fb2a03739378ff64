import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords'

describe('a password', () => {
  it('that everybody tries first is common, in whatever case', () => {
    for (const password of [
      'password',
      '12345678',
      'qwertyuiop',
      'iloveyou',
      'trustno1',
      'Sunshine',
      'PASSWORD1',
    ]) {
      expect(isCommonPassword(password), password).toBe(true)
    }
  })

  it('that one person thought of is not', () => {
    for (const password of ['correct horse battery staple', 'ribeira-dilhas-0712', 'Ão!9vagas', '']) {
      expect(isCommonPassword(password), password).toBe(false)
    }
  })

  it('is compared with 10,000 at least, all spelled as they are looked up', () => {
    const list = dictionary['passwords-common']
    expect(new Set(list).size).toBeGreaterThanOrEqual(10_000)
    expect(list.filter((one) => one !== one.toLowerCase())).toEqual([])
  })
})
