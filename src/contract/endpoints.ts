import {
  confirmEmail,
  confirmPasswordReset,
  loginWithApple,
  loginWithGoogle,
  register,
  requestPasswordReset,
  revokeResetToken,
  validateResetToken,
} from './accounts'
import { login, logout, refresh } from './auth'
import { deleteEvent, deleteEvents, reviewEvents, updateEvent } from './back-office-edits'
import {
  countBackOfficeEvents,
  getBackOfficeEvent,
  listBackOfficeEvents,
  reviewEvent,
} from './back-office-events'
import {
  countUsers,
  deleteContactForm,
  getUser,
  listContactForms,
  listDevices,
  listNotifications,
  listUsers,
} from './back-office-people'
import { createTag, deleteTag, listBackOfficeTags, renameTag } from './back-office-tags'
import { sendSupportMessage } from './contact-forms'
import type { Endpoint } from './endpoint'
import { getEvent, listEvents, listProgramme, listTags, listUsedTags, submitEvent } from './events'
import { issueFormToken } from './form-tokens'
import { changePassword, getProfile, listOwnEvents, setAppleDevice, updateProfile } from './profile'
import { endOtherSessions, endSession, listSessions } from './sessions'

/** The register: every call there is. A route that is not here fails a test. */
export const ENDPOINTS = {
  listEvents,
  listProgramme,
  listTags,
  listUsedTags,
  getEvent,
  submitEvent,
  sendSupportMessage,
  issueFormToken,
  register,
  login,
  refresh,
  logout,
  loginWithApple,
  loginWithGoogle,
  confirmEmail,
  requestPasswordReset,
  validateResetToken,
  confirmPasswordReset,
  revokeResetToken,
  getProfile,
  updateProfile,
  changePassword,
  listSessions,
  endSession,
  endOtherSessions,
  listOwnEvents,
  setAppleDevice,
  listBackOfficeEvents,
  countBackOfficeEvents,
  getBackOfficeEvent,
  reviewEvent,
  reviewEvents,
  updateEvent,
  deleteEvent,
  deleteEvents,
  listBackOfficeTags,
  createTag,
  renameTag,
  deleteTag,
  listUsers,
  countUsers,
  getUser,
  listDevices,
  listNotifications,
  listContactForms,
  deleteContactForm,
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof ENDPOINTS
