import { recordAudit } from '~/audit/public.server'
import { onlyAdmin } from '~/door/guard.server'
import { carriesSecret } from '~/outbox/public'
import { copyMessage, hurryMessage, lockMessageState, readMessage, readWaitingCopy } from '~/outbox/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'

const notSent = 'Meddelandet är inte skickat igen'

/**
 * An administrator resends a message at once. A queued one becomes due now; any other is queued as a new message, so
 * that the history of the first is kept.
 */
export async function resendMessage(
  house: House,
  signedIn: SignedIn,
  id: string,
): Promise<Outcome<{ id: string }> | NotThere> {
  onlyAdmin(signedIn)
  const outcome = await house.db.transaction().execute(async (db): Promise<Outcome<{ id: string }> | NotThere> => {
    const message = await readMessage(db, id)
    if (!message) return notThere
    if (carriesSecret(message.kind)) {
      return refused(notSent, { message: 'Det har en hemlig länk eller kod. Be personen beställa en ny.' })
    }
    if (message.broadcastId) {
      return refused(notSent, { message: 'Det hör till ett utskick, och var och en får det högst en gång.' })
    }
    // Locked, so that the message cannot be sent between this check and the copy. A second press finds the copy of the
    // first.
    const isWaiting = (await lockMessageState(db, id)) === 'queued'
    if (isWaiting) await hurryMessage(db, id, house.clock.now())
    const sentAs = isWaiting ? id : ((await readWaitingCopy(db, id)) ?? (await copyMessage(db, id)))
    await recordAudit(db, {
      at: house.clock.now(),
      actor: signedIn,
      deed: 'resend message',
      subject: { kind: 'message', id },
      before: { state: message.state },
      after: { sentAs },
    })
    return accepted({ id: sentAs })
  })
  house.wake('messages')
  return outcome
}
