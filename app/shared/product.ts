/** The product's name. Every page, mail and title reads it from here. */
export const PRODUCT_NAME = 'Kvartera'

/** The pilot area: the postcode a person gets when none is given. */
export const PILOT_POSTCODE = '12540'
export const PILOT_AREA = 'Älvsjö'

export const EMERGENCY_NUMBER = '112'
