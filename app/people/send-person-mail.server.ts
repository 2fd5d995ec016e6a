import { z } from 'zod'
import { requestAccountMail } from '~/accounts/public.server'
import type { Asked } from '~/door/deed.server'
import { onlyAdmin } from '~/door/guard.server'
import { parseForm } from '~/shared/form'
import { accepted, type NotThere, type Outcome, refused } from '~/shared/outcome'
import { changePerson } from './change-person.server'

const failure = 'Mejlet är inte skickat'
const mailForm = z.object({ kind: z.enum(['recovery', 'verification'], { error: 'Välj vilket mejl' }) })

/** An admin sends a recovery or confirmation mail again. The link goes to the person's own address only. */
export async function sendPersonMail(asked: Asked, id: string): Promise<Outcome<null> | NotThere> {
  onlyAdmin(asked.signedIn)
  const form = parseForm(mailForm, asked.values, failure)
  if (!form.ok) return form
  const { kind } = form.value
  const outcome = await changePerson(asked, { id, deed: `send ${kind} mail` }, async (db, person) => {
    if (kind === 'verification' && person.emailVerified) {
      return refused(failure, { message: 'Adressen är redan bekräftad.' })
    }
    await requestAccountMail(db, kind, person.email)
    return accepted({ before: {}, after: { mail: kind } })
  })
  asked.house.wake('account mail')
  return outcome
}
