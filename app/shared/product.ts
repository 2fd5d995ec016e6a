/** The product's name. Every page, mail and title reads it from here. */
export const PRODUCT_NAME = 'Kvartera'

/** The pilot area: the postcode a person gets when none is given. */
export const PILOT_POSTCODE = '12540'
export const PILOT_AREA = 'Älvsjö'

export const EMERGENCY_NUMBER = '112'

/**
 * The version of /villkor and /integritet that a person agrees to. It is the day the texts began to apply;
 * change it with the texts, since every acceptance is stored with it.
 */
export const TERMS_VERSION = '2026-11-29'
