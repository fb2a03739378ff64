import { ACTIVITY_ACTIONS } from '@/domain/staff/activity'
import type { ActivityAction } from '@/domain/staff/activity'

/** The filters of the log, in the URL. */
export interface ActivitySearch {
  action?: ActivityAction
  user_id?: string
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function readActivitySearch(search: Record<string, unknown>): ActivitySearch {
  const action = ACTIVITY_ACTIONS.find((one) => one === search['action'])
  const userId = search['user_id']
  return {
    ...(action === undefined ? {} : { action }),
    ...(typeof userId === 'string' && UUID.test(userId) ? { user_id: userId } : {}),
  }
}
