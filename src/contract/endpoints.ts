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
} from '@/contract/back-office/back-office-events'
import { listActivities, listActors, retryJob } from '@/contract/back-office/back-office-overview'
import {
  countContactForms,
  deleteContactForm,
  listContactForms,
  setContactFormDone,
  sendSupportMessage,
} from './contact-forms'
import {
  countBackOfficeEvents,
  getBackOfficeEvent,
  listBackOfficeEventIds,
  listBackOfficeEvents,
  reviewEvent,
} from './back-office/back-office-events'
import { getOverview } from './back-office/back-office-overview'
import { getWeekMail, setWeekLine, confirmWeek, endWeek, subscribeToWeek } from './week-mail'
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
import {
  approveProposal,
  rejectProposal,
  setDayState,
  setEventState,
} from '@/contract/back-office/back-office-reviews'
import {
  getUserOrganiser,
  removeUserOrganiser,
  setUserOrganiser,
} from '@/contract/back-office/back-office-people'
import { listBackOfficePlaces, mergePlace } from '@/contract/back-office/back-office-tags'
import { createTag, deleteTag, listBackOfficeTags, mergeTag, renameTag } from './back-office/back-office-tags'
import type { Endpoint } from './endpoint'
import { getEvent, listEvents, listProgramme, listTags, listUsedTags, submitEvent } from './events/events'
import { issueFormToken } from './form-tokens'
import { getOrganiser } from '@/contract/events/places'
import { getPlace } from './events/places'
import { requestManageLink, setManagedState, updateManagedEvent } from './managed-events/managed-writes'
import { readManagedEvent } from '@/contract/managed-events/managed-writes'
import { uploadPhoto } from '@/contract/events/events'
import { previewImport, runImport } from './back-office/import'
import {
  deleteImportSource,
  listImportSources,
  listImportedOnReview,
  setImportNightly,
  dismissImportFindings,
} from '@/contract/back-office/import'
import { deleteAccount, exportAccount } from '@/contract/accounts/profile'
import {
  listSavedEvents,
  mergeSavedEvents,
  deleteReminder,
  listReminders,
  setReminder,
} from '@/contract/accounts/push'
import {
  claimEvents,
  getOwnEvent,
  getOwnEventPhoto,
  listClaimableEvents,
  listOwnEvents,
} from './accounts/own-events'
import { changePassword, getProfile, setAppleDevice, updateProfile } from './accounts/profile'
import { getPushKey, subscribeToPush, unsubscribeFromPush } from './accounts/push'
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
} from '@/contract/accounts/second-factor'
import { endOtherSessions, endSession, listSessions } from '@/contract/accounts/auth'

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
