/** What other slices may use of contact in the browser. */
export { CONTACT_LIMITS, interests } from './contact-interests'
