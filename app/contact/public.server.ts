/** What other slices may use of contact on the server. */
export { deleteContactMessagesFrom } from './contact-store.server'
export { exportContactMessages } from './export-contact-messages.server'
export { forgetSettledQuestions } from './forget-settled.server'
export { saveContactMessage } from './save-contact-message.server'
