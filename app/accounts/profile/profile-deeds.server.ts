import { href } from 'react-router'
import type { Deed } from '~/door/deed.server'
import { cancelEmailChange, requestEmailChange } from '../address/change-email.server'
import { resendVerification } from '../address/resend-verification.server'
import { provePhone, sendPhoneCode } from '../phone/phone-proof.server'
import { saveProfile } from './save-profile.server'

const to = href('/dashboard/account')

/** The form actions of the profile page, by intent. */
export const profileDeeds: Record<string, Deed> = {
  'save-profile': {
    does: ({ house, visitor, signedIn, values }) => saveProfile(house, visitor, signedIn, values),
    says: { title: 'Uppgifterna är sparade' },
    to,
  },
  'change-email': {
    does: ({ house, visitor, signedIn, values }) => requestEmailChange(house, visitor, signedIn, values),
    says: {
      title: 'Titta i din inkorg',
      message: 'Vi har skickat ett mejl till den nya adressen. Bytet sker när du följer länken.',
    },
    to,
  },
  'cancel-email-change': {
    does: ({ house, signedIn }) => cancelEmailChange(house, signedIn),
    says: { title: 'Bytet är avbrutet', message: 'Du har kvar adressen som förut.' },
    to,
  },
  'send-phone-code': {
    does: ({ house, visitor, signedIn }) => sendPhoneCode(house, signedIn, visitor),
    says: { title: 'Koden är skickad', message: 'SMS:et brukar komma inom en minut.' },
    to,
    section: 'mobilnummer',
  },
  'prove-phone': {
    does: ({ house, signedIn, values }) => provePhone(house, signedIn, values),
    says: { title: 'Numret är bekräftat' },
    to,
  },
  'resend-verification': {
    does: ({ house, signedIn }) => resendVerification(house, signedIn),
    says: { title: 'Mejlet är skickat', message: 'Ser du det inte inom några minuter, titta bland skräpposten.' },
    to,
  },
}
