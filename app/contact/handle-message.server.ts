import { z } from 'zod'
import type { AuditDeed } from '~/audit/public'
import { recordAudit } from '~/audit/public.server'
import type { Asked } from '~/door/deed.server'
import { onlyAdmin } from '~/door/guard.server'
import { sendMail } from '~/outbox/public.server'
import type { Database } from '~/platform/database/database.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, type NotThere, notThere, type Outcome } from '~/shared/outcome'
import { PRODUCT_NAME } from '~/shared/product'
import { insertAnswer, lockMessage, updateMessage } from './inbox-store.server'

const answerForm = z.object({
  // Idempotency key made by the page: a resubmission sends one mail.
  key: anId({ error: 'Ladda om sidan och försök igen' }),
  answer: field.paragraph('Skriv ett svar', 5000),
})

type Handled = { deed: AuditDeed; after: Record<string, string | null> } | null

/** For administrators: locks the question, changes it and records the change in the audit log, in one transaction. */
async function handle(
  { house, signedIn }: Asked,
  id: string,
  change: (db: Database, message: NonNullable<Awaited<ReturnType<typeof lockMessage>>>) => Promise<Handled>,
): Promise<Outcome<null> | NotThere> {
  onlyAdmin(signedIn)
  const done = await house.db.transaction().execute(async (db): Promise<Outcome<null> | NotThere> => {
    const message = await lockMessage(db, id)
    if (!message) return notThere
    const handled = await change(db, message)
    if (!handled) return accepted(null)
    const subject = { kind: 'contact message' as const, id }
    const before = { state: message.state, assignedTo: message.assignedTo }
    await recordAudit(db, { at: house.clock.now(), actor: signedIn, subject, before, ...handled })
    return accepted(null)
  })
  if (!done.ok) return done
  house.wake('mail')
  house.live.tell({ to: ['admin'], about: 'messages' })
  return accepted(null)
}

/** Sends the answer by mail. Answering also assigns the question to the administrator. */
export async function answerMessage(asked: Asked, id: string): Promise<Outcome<null> | NotThere> {
  onlyAdmin(asked.signedIn)
  const form = parseForm(answerForm, asked.values, 'Svaret är inte skickat')
  if (!form.ok) return form
  const { key, answer } = form.value
  const { house, signedIn } = asked
  return handle(asked, id, async (db, message) => {
    const by = signedIn.person.id
    const now = house.clock.now()
    if (!(await insertAnswer(db, { key, messageId: id, answer, by, at: now }))) return null
    await updateMessage(db, id, { state: 'answered', assigned_to: by, settled_at: now })
    await sendMail(db, 'contact answer', message.email, `Svar på din fråga till ${PRODUCT_NAME}`, {
      greeting: `Hej ${message.name},`,
      paragraphs: answer.split(/\n{2,}/),
      footnote: message.message ? `Du skrev: ${message.message}` : undefined,
    })
    return { deed: 'answer contact message', after: { state: 'answered', assignedTo: by } }
  })
}

export function takeMessage(asked: Asked, id: string): Promise<Outcome<null> | NotThere> {
  return handle(asked, id, async (db, message) => {
    const by = asked.signedIn.person.id
    if (message.assignedTo === by) return null
    await updateMessage(db, id, { assigned_to: by })
    return { deed: 'take contact message', after: { state: message.state, assignedTo: by } }
  })
}

/** Closes a question, with or without an answer: not every message needs one. */
export function closeMessage(asked: Asked, id: string): Promise<Outcome<null> | NotThere> {
  return handle(asked, id, async (db, message) => {
    if (message.state === 'closed') return null
    await updateMessage(db, id, { state: 'closed', settled_at: asked.house.clock.now() })
    return { deed: 'close contact message', after: { state: 'closed', assignedTo: message.assignedTo } }
  })
}

export function reopenMessage(asked: Asked, id: string): Promise<Outcome<null> | NotThere> {
  return handle(asked, id, async (db, message) => {
    if (message.state !== 'closed') return null
    await updateMessage(db, id, { state: 'new', settled_at: null })
    return { deed: 'reopen contact message', after: { state: 'new', assignedTo: message.assignedTo } }
  })
}
