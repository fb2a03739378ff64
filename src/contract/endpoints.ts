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
} from './accounts'
import { login, logout, refresh } from './auth'
import { createEvent, deleteEvent, deleteEvents, reviewEvents, updateEvent } from './back-office-edits'
import { listActivities, listActors } from './back-office-activities'
import { deleteContactForm, listContactForms, setContactFormDone } from './back-office-contact-forms'
import {
  countBackOfficeEvents,
  getBackOfficeEvent,
  listBackOfficeEvents,
  reviewEvent,
} from './back-office-events'
import { getOverview } from './back-office-overview'
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
} from './back-office-people'
import {
  createReviewPhrase,
  deleteReviewPhrase,
  getSubmitterHistory,
  listReviewPhrases,
  undoReview,
} from './back-office-reviews'
import { createTag, deleteTag, listBackOfficeTags, mergeTag, renameTag } from './back-office-tags'
import { sendSupportMessage } from './contact-forms'
import type { Endpoint } from './endpoint'
import { getEvent, listEvents, listProgramme, listTags, listUsedTags, submitEvent } from './events'
import { issueFormToken } from './form-tokens'
import { deleteImportSource, listImportSources, previewImport, runImport } from './import'
import { deleteAccount, exportAccount } from './own-account'
import { claimEvents, getOwnEvent, getOwnEventPhoto, listClaimableEvents, listOwnEvents } from './own-events'
import { changePassword, getProfile, setAppleDevice, updateProfile } from './profile'
import { getPushKey, subscribeToPush, unsubscribeFromPush } from './push'
import { signInWithSecondFactor } from './second-factor'
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  getSecondFactor,
  makeRecoveryCodes,
  removePasskey,
  removeTotp,
} from './second-factor-setup'
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
  listBackOfficeEvents,
  countBackOfficeEvents,
  getBackOfficeEvent,
  reviewEvent,
  undoReview,
  getSubmitterHistory,
  listReviewPhrases,
  createReviewPhrase,
  deleteReviewPhrase,
  reviewEvents,
  createEvent,
  updateEvent,
  deleteEvent,
  deleteEvents,
  listBackOfficeTags,
  createTag,
  renameTag,
  deleteTag,
  mergeTag,
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
  setContactFormDone,
  deleteContactForm,
  previewImport,
  runImport,
  listImportSources,
  deleteImportSource,
  listActivities,
  listActors,
  getOverview,
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof ENDPOINTS
