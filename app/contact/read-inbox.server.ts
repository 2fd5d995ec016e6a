import { randomUUID } from 'node:crypto'
import { readNames } from '~/accounts/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { pageOf } from '~/platform/database/keyset.server'
import type { House } from '~/platform/house.server'
import { notThere } from '~/shared/outcome'
import { shortened } from '~/shared/text'
import { formatMomentSeen } from '~/shared/time'
import { interestLabel } from './contact-interests'
import { type InboxPart, messageStateLabels } from './inbox'
import { readAnswers, readInbox, readMessage } from './inbox-store.server'

const pageSize = 25

/** For administrators: one page of the inbox. */
export async function listMessages({ db, clock }: House, signedIn: SignedIn, part: InboxPart, before: string | null) {
  onlyAdmin(signedIn)
  const rows = await readInbox(db, { part, adminId: signedIn.person.id, before, limit: pageSize + 1 })
  const { shown, next } = pageOf(rows, pageSize)
  const names = await readNames(db, [...new Set(shown.flatMap(({ assignedTo }) => assignedTo ?? []))])
  return {
    next,
    messages: shown.map((row) => ({
      id: row.id,
      name: row.name,
      interest: interestLabel(row.interest),
      begins: shortened(row.message, 160),
      state: row.state,
      stateLabel: messageStateLabels[row.state],
      takenBy: row.assignedTo && (names.get(row.assignedTo) ?? null),
      written: formatMomentSeen(row.writtenAt, clock.now()),
    })),
  }
}

/** For administrators: one question with its answers. */
export async function readMessageForAdmin({ db, clock }: House, signedIn: SignedIn, id: string) {
  onlyAdmin(signedIn)
  const message = await readMessage(db, id)
  if (!message) return notThere
  const answers = await readAnswers(db, id)
  const people = [message.assignedTo, ...answers.map(({ answeredBy }) => answeredBy)]
  const names = await readNames(db, [...new Set(people.filter((person) => person !== null))])
  const nameOf = (person: string | null) => (person && names.get(person)) ?? 'Någon som har lämnat'
  return {
    id,
    key: randomUUID(),
    name: message.name,
    email: message.email,
    interest: interestLabel(message.interest),
    message: message.message,
    state: message.state,
    stateLabel: messageStateLabels[message.state],
    isMine: message.assignedTo === signedIn.person.id,
    takenBy: message.assignedTo && nameOf(message.assignedTo),
    written: formatMomentSeen(message.writtenAt, clock.now()),
    answers: answers.map((row) => ({
      id: row.id,
      answer: row.answer,
      by: nameOf(row.answeredBy),
      when: formatMomentSeen(row.answeredAt, clock.now()),
    })),
  }
}
