import { namesOf } from '~/shared/chosen'

/** Two things a resident may agree to be sent, apart from each other. */
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

/** How it was given or taken back: on the page, or by answering STOP. */
export type How = 'page' | 'sms'
export const howLabels = { page: 'på sidan', sms: 'genom att svara STOP' } as const satisfies Record<How, string>
