import { describe, expect, test } from 'vitest'
import { changeBlock, nextBlock } from './block-times'
import { emptyBlock } from '../form-values'
import type { BlockValues } from '@/client/shared/event-form/times/block-times'

const evening: BlockValues = {
  ...emptyBlock(),
  startDate: '2026-12-05',
  startTime: '22:00',
  endDate: '2026-12-05',
  endTime: '23:30',
}

describe('the end of a block', () => {
  test('is on the next day when its time is earlier than the start, also over the end of a year', () => {
    expect(changeBlock(evening, { endTime: '00:30' }).endDate).toBe('2026-12-06')
    const newYear = { ...evening, startDate: '2026-12-31', endDate: '2026-12-31' }
    expect(changeBlock(newYear, { endTime: '04:00' }).endDate).toBe('2027-01-01')
  })

  test('comes back to the first day as a time is typed digit by digit', () => {
    const typed = ['02:00', '23:00', '23:45'].reduce(
      (block, endTime) => changeBlock(block, { endTime }),
      evening,
    )
    expect(typed).toEqual({ ...evening, endTime: '23:45', isEndChosen: false })
  })

  test('follows the start, past midnight too, whichever is entered first', () => {
    const late = changeBlock(changeBlock(emptyBlock(), { startTime: '22:00' }), { endTime: '00:30' })
    expect(late.endDate).toBe('')
    const dated = changeBlock(late, { startDate: '2026-12-05' })
    expect(dated.endDate).toBe('2026-12-06')
    expect(changeBlock(dated, { startDate: '2026-12-24' }).endDate).toBe('2026-12-25')
    expect(changeBlock(dated, { startTime: '00:10' }).endDate).toBe('2026-12-05')
  })

  test('is never chosen before the start on the same day', () => {
    const past = changeBlock(evening, { endTime: '00:30' })
    expect(changeBlock(past, { endDate: '2026-12-05' }).endDate).toBe('2026-12-06')
  })

  test('stays where a person has put it', () => {
    const weekend = changeBlock(evening, { endDate: '2026-12-07' })
    expect(changeBlock(weekend, { endTime: '00:30' }).endDate).toBe('2026-12-07')
    expect(changeBlock(weekend, { startDate: '2026-12-04' }).endDate).toBe('2026-12-07')
  })

  test('stays there as a time is typed digit by digit, also when it was read from an earlier event', () => {
    const morning = { ...evening, startTime: '10:00' }
    const chosen = changeBlock(morning, { endDate: '2026-12-06' })
    const earlier = { ...morning, endDate: '2026-12-06', endTime: '12:00' }
    for (const block of [chosen, earlier]) {
      const typed = changeBlock(changeBlock(block, { endTime: '01:00' }), { endTime: '11:00' })
      expect(typed).toMatchObject({ endDate: '2026-12-06', endTime: '11:00' })
    }
  })

  test('of an evening past midnight goes with the start, also where its date was entered before its times', () => {
    const days = changeBlock({ ...emptyBlock(), startDate: '2026-12-05' }, { endDate: '2026-12-06' })
    const late = changeBlock(changeBlock(days, { startTime: '22:00' }), { endTime: '02:00' })
    expect(changeBlock(late, { startDate: '2026-12-12' }).endDate).toBe('2026-12-13')
    const added = nextBlock(late)
    expect(changeBlock(added, { startDate: '2026-12-12' }).endDate).toBe('2026-12-13')
    expect(changeBlock(added, { endTime: '23:30' }).endDate).toBe('2026-12-06')
  })

  test('that was taken back follows the start again', () => {
    const weekend = changeBlock(evening, { endDate: '2026-12-07' })
    const none = changeBlock(weekend, { endDate: '' })
    expect(none.endDate).toBe('')
    expect(changeBlock(none, { startDate: '2026-12-08' }).endDate).toBe('2026-12-08')
    expect(changeBlock(weekend, { endDate: '2026-12-05' }).endDate).toBe('2026-12-05')
    expect(nextBlock(none).isEndChosen).toBe(false)
  })

  test('is on the first day again when the block becomes one of a whole day', () => {
    const past = changeBlock(evening, { endTime: '00:30' })
    expect(changeBlock(past, { isAllDay: true }).endDate).toBe('2026-12-05')
  })

  test('is the last day of a block of several days, whatever its times', () => {
    const festival = { ...evening, isDaily: true, endDate: '2026-12-07' }
    expect(changeBlock(festival, { endTime: '02:00' }).endDate).toBe('2026-12-07')
    expect(changeBlock({ ...festival, endDate: '2026-12-05' }, { endTime: '02:00' }).endDate).toBe(
      '2026-12-05',
    )
  })

  test('of an evening past midnight is the first day again when it becomes several days', () => {
    const past = changeBlock(evening, { endTime: '00:30' })
    expect(changeBlock(past, { isDaily: true }).endDate).toBe('2026-12-05')
    expect(changeBlock(changeBlock(past, { isDaily: true }), { isDaily: false })).toEqual({
      ...past,
      isDaily: false,
    })
  })
})

describe('a new block', () => {
  test('copies the last one plus a day', () => {
    expect(nextBlock(evening)).toEqual({
      ...evening,
      isEndChosen: false,
      startDate: '2026-12-06',
      endDate: '2026-12-06',
    })
    const past = changeBlock(evening, { endTime: '00:30' })
    expect(nextBlock(past)).toEqual({ ...past, startDate: '2026-12-06', endDate: '2026-12-07' })
  })

  test('of several days begins after them, and is as long', () => {
    const camp = { ...evening, isAllDay: true, endDate: '2026-12-07' }
    expect(nextBlock(camp)).toEqual({ ...camp, startDate: '2026-12-08', endDate: '2026-12-10' })
  })

  test('of one without dates has none either', () => {
    expect(nextBlock(emptyBlock())).toEqual(emptyBlock())
    expect(nextBlock({ ...evening, endDate: '' })).toEqual({
      ...evening,
      isEndChosen: false,
      startDate: '2026-12-06',
      endDate: '2026-12-06',
    })
  })
})
