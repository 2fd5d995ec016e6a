import { href } from 'react-router'
import type { Deed } from '~/door/deed.server'
import { registerBrowser, removeBrowser, tryPush } from './register-browser.server'
import { saveConsents, saveNotices } from './save-notices.server'

const to = href('/dashboard/account/notices')

/** The form actions of the notice settings page, by intent. */
export const noticeDeeds: Record<string, Deed> = {
  'save-notices': {
    does: ({ house, signedIn, values }) => saveNotices(house, signedIn, values),
    says: { title: 'Dina val är sparade' },
    to,
  },
  'save-consents': {
    does: ({ house, signedIn, values }) => saveConsents(house, signedIn, values),
    says: { title: 'Dina samtycken är sparade' },
    to,
  },
  'register-browser': {
    does: ({ house, visitor, signedIn, values }) =>
      registerBrowser(house, visitor, { kind: 'person', id: signedIn.person.id }, values),
    says: { title: 'Push är påslaget i den här webbläsaren' },
    to,
  },
  'remove-browser': {
    does: ({ house, signedIn, values }) => removeBrowser(house, signedIn, values),
    says: { title: 'Push är avstängt där' },
    to,
  },
  'try-push': {
    does: ({ house, signedIn }) => tryPush(house, signedIn),
    says: { title: 'Ett prov är på väg', message: 'Det syns på dina enheter inom några sekunder.' },
    to,
  },
}
