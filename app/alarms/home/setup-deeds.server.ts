import { href } from 'react-router'
import { provePhone, sendPhoneCode } from '~/accounts/public.server'
import type { Deed } from '~/door/deed.server'
import { accepted } from '~/shared/outcome'
import { raiseAlarm } from '../raise/raise-alarm.server'
import { TEST_MESSAGE } from '../raise/raise-words'
import { choosePosition, saveHome, takeHomeBack } from './save-setup.server'

const to = href('/dashboard/customer/safety/setup')

/** The set-up page's forms, by intent. */
export const setupDeeds: Record<string, Deed> = {
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
  'save-home': {
    does: ({ house, signedIn, values }) => saveHome(house, signedIn, values),
    says: { title: 'Hemmet är sparat' },
    to,
  },
  'take-home-back': {
    does: ({ house, signedIn }) => takeHomeBack(house, signedIn),
    says: { title: 'Hemmet är borttaget' },
    to,
  },
  'choose-position': {
    does: ({ house, signedIn, values }) => choosePosition(house, signedIn, values),
    says: { title: 'Ditt val är sparat' },
    to,
  },
  test: {
    async does({ house, signedIn, values: { key = '' } }) {
      const raised = await raiseAlarm(house, signedIn, { key, test: 'on', message: TEST_MESSAGE })
      return raised.ok ? accepted(null) : raised
    },
    says: { title: 'Testet är igång', message: 'Det är klart när det har nått någon som kan komma. Ingen rycker ut.' },
    to,
  },
}
