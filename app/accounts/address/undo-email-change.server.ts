import type { Config } from '~/platform/config.server'
import type { House, Visitor } from '~/platform/house.server'
import { writeToUs } from '~/platform/mail/write-to-us'
import { type Outcome, refused } from '~/shared/outcome'
import { updateEmail } from '../account-store.server'
import { winBack } from '../recovery/win-back.server'
import { lockUndoOwner, readUndoOwner, takeEmailUndo } from './email-undo-store.server'
import { mailAddressPutBack } from './mails.server'

/**
 * Undoes a change of address, by the link mailed to the old address: restores that address with a new password, and
 * ends every session, link and key of whoever moved the account.
 */
export async function undoEmailChange(
  house: House,
  visitor: Visitor,
  values: Record<string, string>,
): Promise<Outcome<{ cookies: string[] }>> {
  return winBack(house, visitor, values, {
    failure: 'Adressen är inte tillbaka än',
    lapsed: lapsed(house.config),
    readOwner: readUndoOwner,
    lockOwner: lockUndoOwner,
    spend: async ({ db, config }, person, tokenHash, now) => {
      const undo = await takeEmailUndo(db, tokenHash)
      if (!undo) return null
      await updateEmail(db, person.id, person.email, now)
      await mailAddressPutBack(db, config, person.presentEmail, 'not theirs')
      return { keepsSecondStep: undo.hadSecondStep }
    },
  })
}

const lapsed = (config: Config) =>
  refused('Länken gäller inte längre', {
    message: `Den går att använda en gång, inom fjorton dagar. Kommer du inte in på ditt konto? ${writeToUs(config)}`,
  })
