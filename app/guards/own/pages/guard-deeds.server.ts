import { href } from 'react-router'
import { answerRefused, type Deed, formSent } from '~/door/deed.server'
import { registerBrowser } from '~/notifications/public.server'
import type { House, Visitor } from '~/platform/house.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import type { Outcome } from '~/shared/outcome'
import {
  goOffDuty,
  goOnDuty,
  hidePosition,
  putOnDuty,
  sharePosition,
  takeOffDuty,
} from '../../coverage/switch-duty.server'
import type { Guard } from '../../guard-store.server'
import { chooseRing } from '../choose-ring.server'
import { proveGuardPhone, proveOwnPhone, sendCodeToGuard, sendCodeToSelf } from '../prove-guard-phone.server'
import { removeGuard, revokeLink } from '../remove-guard.server'
import { addGuard, changeGuard, renewLink } from '../save-guard.server'

const list = href('/dashboard/provider/guards')

const onDuty = { title: 'Väktaren är i tjänst', message: 'Larm från kvarteret skickas nu dit.' }
const offDuty = { title: 'Väktaren är inte längre i tjänst' }

/** The form actions of a partner's list of guards, by intent. */
export const listDeeds: Record<string, Deed> = {
  'add-guard': {
    does: ({ house, signedIn, values }) => addGuard(house, signedIn, values),
    says: { title: 'Väktaren är tillagd', message: 'En personlig länk är på väg till telefonen.' },
    to: list,
  },
  'on-duty': {
    does: ({ house, signedIn, values }) => putOnDuty(house, signedIn, values),
    says: onDuty,
    to: list,
  },
  'off-duty': {
    does: ({ house, signedIn, values }) => takeOffDuty(house, signedIn, values),
    says: offDuty,
    to: list,
  },
}

/** The form actions of one guard's page; they return to that page. */
export function deedsAbout(id: string): Record<string, Deed> {
  const here = href('/dashboard/provider/guards/:id', { id })
  return {
    'change-guard': {
      does: ({ house, signedIn, values }) => changeGuard(house, signedIn, values),
      says: { title: 'Uppgifterna är sparade' },
      to: here,
    },
    'on-duty': {
      does: ({ house, signedIn, values }) => putOnDuty(house, signedIn, values),
      says: onDuty,
      to: here,
    },
    'off-duty': {
      does: ({ house, signedIn, values }) => takeOffDuty(house, signedIn, values),
      says: offDuty,
      to: here,
    },
    'send-code': {
      does: ({ house, visitor, signedIn, values }) => sendCodeToGuard(house, signedIn, values, visitor),
      says: { title: 'Koden är skickad', message: 'Be väktaren läsa upp den, eller fylla i den på sin egen sida.' },
      to: here,
    },
    'prove-phone': {
      does: ({ house, signedIn, values }) => proveGuardPhone(house, signedIn, values),
      says: { title: 'Numret är bekräftat' },
      to: here,
    },
    'renew-link': {
      does: ({ house, signedIn, values }) => renewLink(house, signedIn, values),
      says: { title: 'En ny länk är på väg', message: 'Den gamla gäller inte längre.' },
      to: here,
    },
    'revoke-link': {
      does: ({ house, signedIn, values }) => revokeLink(house, signedIn, values),
      says: { title: 'Länken är spärrad', message: 'Den öppnar ingenting, på någon telefon.' },
      to: here,
    },
    'remove-guard': {
      does: ({ house, signedIn, values }) => removeGuard(house, signedIn, values),
      says: { title: 'Väktaren är borttagen' },
      to: list,
    },
  }
}

type GuardDeed = {
  does(house: House, guard: Guard, values: Record<string, string>, visitor: Visitor): Promise<Outcome<null>>
  /** Omitted where the page itself shows the result. */
  says?: { title: string; message?: string }
}

/** The form actions of a guard's own page. */
export const ownDeeds: Record<string, GuardDeed> = {
  'on-duty': { does: goOnDuty, says: { title: 'Du är i tjänst', message: 'Larm från kvarteret kommer nu till dig.' } },
  'off-duty': { does: goOffDuty, says: { title: 'Du är inte längre i tjänst' } },
  'send-code': { does: sendCodeToSelf, says: { title: 'Koden är skickad', message: 'Den kommer som SMS.' } },
  'prove-phone': { does: proveOwnPhone, says: { title: 'Numret är bekräftat' } },
  'choose-ring': { does: chooseRing, says: { title: 'Valet är sparat' } },
  'share-position': { does: sharePosition },
  'register-browser': {
    does: (house, guard, values, visitor) => registerBrowser(house, visitor, { kind: 'guard', id: guard.id }, values),
    says: { title: 'Push är påslaget', message: 'Larm syns nu på skärmen även när sidan är stängd.' },
  },
  'hide-position': { does: hidePosition, says: { title: 'Din plats delas inte längre' } },
}

export async function answerGuardDeed(house: House, guard: Guard, values: Record<string, string>, visitor: Visitor) {
  const deed = formSent(ownDeeds, values)
  const done = await deed.does(house, guard, values, visitor)
  if (!done.ok) return answerRefused(values, done)
  if (!deed.says) return null
  return redirectWithNotice(`${href('/vakt')}#top`, { tone: 'normal', ...deed.says })
}
