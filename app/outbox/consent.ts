import { namesOf } from '~/shared/chosen'

/** The two consents that a resident can give, independently of each other. */
export const consents = {
  safety_sms: {
    label: 'Trygghets-SMS',
    text: 'Korta SMS till hela kvarteret när det gäller tryggheten, till exempel inbrott i området eller ändrade ronder.',
  },
  offers_sms: {
    label: 'SMS med erbjudanden',
    text: 'Erbjudanden från företag i ditt kvarter. Svara STOP på ett av dem när du inte vill ha fler.',
  },
} as const satisfies Record<string, { label: string; text: string }>

export type Purpose = keyof typeof consents
export const purposes = namesOf(consents)

/** How a consent was given or withdrawn: on the page, or by answering STOP to an SMS. */
export type How = 'page' | 'sms'
export const howLabels = { page: 'på sidan', sms: 'genom att svara STOP' } as const satisfies Record<How, string>
