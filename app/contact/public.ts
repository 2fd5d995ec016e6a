/** What other slices' pages may take from contact: fit for a browser. */
export { CONTACT_LIMITS, interests } from './contact-interests'
