import type { House, Visitor } from '~/platform/house.server'
import { type Outcome, refused } from '~/shared/outcome'
import { updateEmail } from '../account-store.server'
import { winBack } from '../recovery/win-back.server'
import { lockUndoOwner, readUndoOwner, takeEmailUndo } from './email-undo-store.server'
import { mailAddressPutBack } from './mails.server'

/**
 * Whoever holds the link that was mailed to the address an account has left: the address comes back, with a new
 * password, and whoever moved the account has nothing left that opens it.
 */
export async function undoEmailChange(
  house: House,
  visitor: Visitor,
  values: Record<string, string>,
): Promise<Outcome<{ cookies: string[] }>> {
  return winBack(house, visitor, values, {
    failure: 'Adressen är inte tillbaka än',
    lapsed,
    readOwner: readUndoOwner,
    lockOwner: lockUndoOwner,
    spend: async ({ db, config }, person, tokenHash, now) => {
      const undo = await takeEmailUndo(db, tokenHash)
      if (!undo) return null
      await updateEmail(db, person.id, person.email, now)
      await mailAddressPutBack(db, config.origin, { name: person.name, email: person.presentEmail }, 'not theirs')
      return { keepsSecondStep: undo.hadSecondStep }
    },
  })
}

const lapsed = refused('Länken gäller inte längre', {
  message:
    'Den går att använda en gång, inom fjorton dagar. Kommer du inte in på ditt konto? Skriv till oss via kontaktformuläret på startsidan.',
})
