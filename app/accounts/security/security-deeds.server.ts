import { href } from 'react-router'
import type { Deed } from '~/door/deed.server'
import { addPasskey } from '../passkeys/add-passkey.server'
import { askForPasskey } from '../passkeys/ask-for-passkey.server'
import { removePasskey } from '../passkeys/remove-passkey.server'
import { renamePasskey } from '../passkeys/rename-passkey.server'
import { confirmSecondFactor } from '../second-factor/confirm-second-factor.server'
import { removeSecondFactor } from '../second-factor/remove-second-factor.server'
import { endAllSessions, endOtherSessions, endSession } from '../sessions/end-sessions.server'
import { changePassword } from './change-password.server'
import { unlinkIdentity } from './unlink-identity.server'

const to = href('/dashboard/account/security')

/** The form actions of the security page, by intent. Those that show a secret are in the page itself. */
export const securityDeeds: Record<string, Deed> = {
  'change-password': {
    does: ({ house, visitor, signedIn, values }) => changePassword(house, visitor, signedIn, values),
    says: {
      title: 'Lösenordet är bytt',
      message: 'Du är utloggad på alla andra enheter. Slå på push igen där du vill ha det.',
    },
    to,
  },
  'confirm-second-factor': {
    does: ({ house, visitor, signedIn, values }) => confirmSecondFactor(house, visitor, signedIn, values),
    says: { title: 'Tvåstegsverifiering är på', message: 'Nästa gång du loggar in frågar vi efter en kod från appen.' },
    to,
  },
  'remove-second-factor': {
    does: ({ house, visitor, signedIn, values }) => removeSecondFactor(house, visitor, signedIn, values),
    says: { title: 'Tvåstegsverifiering är av', message: 'Ta gärna bort kontot ur din app också.' },
    to,
  },
  'end-session': {
    does: ({ house, visitor, signedIn, values }) => endSession(house, visitor, signedIn, values),
    says: { title: 'Enheten är utloggad' },
    to,
  },
  'end-other-sessions': {
    does: ({ house, visitor, signedIn, values }) => endOtherSessions(house, visitor, signedIn, values),
    says: { title: 'Alla andra enheter är utloggade' },
    to,
  },
  'end-all-sessions': {
    does: ({ house, visitor, signedIn, values }) => endAllSessions(house, visitor, signedIn, values),
    says: { title: 'Du är utloggad överallt' },
    to: href('/'),
    leaves: true,
  },
  'unlink-identity': {
    does: unlinkIdentity,
    says: { title: 'Inloggningssättet är borttaget' },
    to,
  },
  'add-passkey': {
    does: addPasskey,
    says: { title: 'Passnyckeln är tillagd', message: 'Nästa gång kan du logga in med den i stället för lösenordet.' },
    to,
  },
  'rename-passkey': {
    does: renamePasskey,
    says: { title: 'Passnyckeln har fått ett nytt namn' },
    to,
  },
  'remove-passkey': {
    does: removePasskey,
    says: { title: 'Passnyckeln är borttagen', message: 'Andra enheter som den hade loggat in är utloggade.' },
    to,
  },
  'ask-for-passkey': {
    does: askForPasskey,
    says: {
      title: 'Tvåstegsverifiering är på',
      message: 'Lösenordet räcker inte längre, och du är utloggad på alla andra enheter.',
    },
    to,
  },
}
