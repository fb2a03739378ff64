import {
  confirmEmail,
  confirmPasswordReset,
  listSignInProviders,
  loginWithApple,
  loginWithGoogle,
  register,
  requestPasswordReset,
  resendConfirmation,
  revokeResetToken,
  validateResetToken,
} from './accounts/accounts'
import { login, logout, refresh } from './accounts/auth'
import {
  createEvent,
  deleteEvent,
  deleteEvents,
  readBackOfficeEvents,
  reviewEvents,
  updateEvent,
} from './back-office/back-office-edits'
import { listActivities, listActors } from './back-office/back-office-activities'
import {
  countContactForms,
  deleteContactForm,
  listContactForms,
  setContactFormDone,
} from './back-office/back-office-contact-forms'
import {
  countBackOfficeEvents,
  getBackOfficeEvent,
  listBackOfficeEventIds,
  listBackOfficeEvents,
  reviewEvent,
} from './back-office/back-office-events'
import { retryJob } from './back-office/back-office-jobs'
import { getOverview } from './back-office/back-office-overview'
import { getWeekMail, setWeekLine } from './back-office/back-office-week-mail'
import {
  changeRole,
  countUsers,
  endUserSessions,
  getUser,
  listDevices,
  listNotifications,
  listUsers,
  reinstateUser,
  suspendUser,
} from './back-office/back-office-people'
import { undoReview, undoReviews } from './back-office/back-office-reviews'
import { approveProposal, rejectProposal } from './back-office/back-office-proposals'
import { getUserOrganiser, removeUserOrganiser, setUserOrganiser } from './back-office/back-office-organisers'
import { listBackOfficePlaces, mergePlace } from './back-office/back-office-places'
import { setDayState, setEventState } from './back-office/back-office-states'
import { createTag, deleteTag, listBackOfficeTags, mergeTag, renameTag } from './back-office/back-office-tags'
import { sendSupportMessage } from './contact-forms'
import type { Endpoint } from './endpoint'
import { getEvent, listEvents, listProgramme, listTags, listUsedTags, submitEvent } from './events/events'
import { issueFormToken } from './form-tokens'
import { getOrganiser } from './events/organisers'
import { getPlace } from './events/places'
import { requestManageLink, setManagedState, updateManagedEvent } from './managed-events/managed-writes'
import { readManagedEvent } from './managed-events/read-managed-event'
import { uploadPhoto } from './events/uploads'
import { previewImport, runImport } from './back-office/import'
import { confirmWeek, endWeek, subscribeToWeek } from './week-mail'
import {
  deleteImportSource,
  listImportSources,
  listImportedOnReview,
  setImportNightly,
  dismissImportFindings,
} from './back-office/import-sources'
import { deleteAccount, exportAccount } from './accounts/own-account'
import { listSavedEvents, mergeSavedEvents } from './accounts/saved-events'
import {
  claimEvents,
  getOwnEvent,
  getOwnEventPhoto,
  listClaimableEvents,
  listOwnEvents,
} from './accounts/own-events'
import { changePassword, getProfile, setAppleDevice, updateProfile } from './accounts/profile'
import { getPushKey, subscribeToPush, unsubscribeFromPush } from './accounts/push'
import { deleteReminder, listReminders, setReminder } from './accounts/reminders'
import { signInWithSecondFactor } from './accounts/second-factor'
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  getSecondFactor,
  makeRecoveryCodes,
  removePasskey,
  removeTotp,
} from './accounts/second-factor-setup'
import { endOtherSessions, endSession, listSessions } from './accounts/sessions'

/** The register: every call there is. A route that is not here fails a test. */
export const ENDPOINTS = {
  listEvents,
  listProgramme,
  listTags,
  listUsedTags,
  getEvent,
  getPlace,
  getOrganiser,
  submitEvent,
  readManagedEvent,
  updateManagedEvent,
  setManagedState,
  requestManageLink,
  subscribeToWeek,
  confirmWeek,
  endWeek,
  uploadPhoto,
  sendSupportMessage,
  issueFormToken,
  register,
  resendConfirmation,
  listSignInProviders,
  login,
  signInWithSecondFactor,
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
  exportAccount,
  deleteAccount,
  listSavedEvents,
  mergeSavedEvents,
  listOwnEvents,
  listClaimableEvents,
  claimEvents,
  getOwnEvent,
  getOwnEventPhoto,
  setAppleDevice,
  getSecondFactor,
  beginTotp,
  confirmTotp,
  removeTotp,
  beginPasskey,
  addPasskey,
  removePasskey,
  makeRecoveryCodes,
  getPushKey,
  subscribeToPush,
  unsubscribeFromPush,
  setReminder,
  deleteReminder,
  listReminders,
  listBackOfficeEvents,
  listBackOfficeEventIds,
  countBackOfficeEvents,
  getBackOfficeEvent,
  readBackOfficeEvents,
  reviewEvent,
  undoReview,
  undoReviews,
  reviewEvents,
  approveProposal,
  rejectProposal,
  setEventState,
  setDayState,
  createEvent,
  updateEvent,
  deleteEvent,
  deleteEvents,
  listBackOfficeTags,
  createTag,
  renameTag,
  deleteTag,
  mergeTag,
  listBackOfficePlaces,
  mergePlace,
  getUserOrganiser,
  setUserOrganiser,
  removeUserOrganiser,
  listUsers,
  countUsers,
  getUser,
  changeRole,
  suspendUser,
  reinstateUser,
  endUserSessions,
  listDevices,
  listNotifications,
  listContactForms,
  countContactForms,
  setContactFormDone,
  deleteContactForm,
  previewImport,
  runImport,
  listImportSources,
  deleteImportSource,
  setImportNightly,
  dismissImportFindings,
  listImportedOnReview,
  listActivities,
  listActors,
  getOverview,
  retryJob,
  getWeekMail,
  setWeekLine,
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof ENDPOINTS
