/** That something changed, for those who may be looking at it. It carries no data: a page that hears it asks again. */
export type Hint = { to: Topic[]; about: Subject }

/** Whose pages: a person's, a company's, everyone's in a postcode, the administrators'. */
export type Topic = `person:${string}` | `company:${string}` | `postcode:${string}` | 'admin'

export type Subject = 'bookings' | 'alarms' | 'patrols' | 'points' | 'reviews' | 'payments' | 'messages' | 'work'
