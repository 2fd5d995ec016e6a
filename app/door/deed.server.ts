import { data } from 'react-router'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import { leaveWithNotice, redirectWithNotice } from '~/platform/http/notice.server'
import { chosen } from '~/shared/chosen'
import { keptValues } from '~/shared/form'
import { type DeadEnd, notAsked, type Outcome, type Refusal } from '~/shared/outcome'
import { answerTo, orAnswer } from './answer.server'

/** A form among several on a page: the use case behind it, what is said when it is done, and where. */
export type Deed = {
  does(asked: Asked): Promise<Outcome<{ cookies?: string[] } | null> | DeadEnd>
  says: { title: string; message?: string }
  to: string
  /** Where on that page somebody goes on, when what happened is told there. */
  section?: string
  /** It has ended the session that it was asked in. */
  leaves?: true
}

export type Asked = { house: House; visitor: Visitor; signedIn: SignedIn; values: Record<string, string> }

/** Done is a notice on the page it leads to; refused is that form again, as it was sent. */
export async function answerDeed(deeds: Record<string, Deed>, asked: Asked) {
  const deed = formSent(deeds, asked.values)
  const done = orAnswer(await deed.does(asked))
  if (!done.ok) return answerRefused(asked.values, done)
  // A browser without JavaScript would carry the form's fragment along, away from the notice on top.
  const answer = deed.leaves ? leaveWithNotice : redirectWithNotice
  return answer(`${deed.to}#${deed.section ?? 'top'}`, { tone: 'normal', ...deed.says }, done.value?.cookies)
}

/** Which of a page's forms was sent. */
export function formSent<Form>(forms: Record<string, Form>, values: Record<string, string>): Form {
  const form = chosen(forms, values.intent)
  if (!form) throw answerTo(notAsked)
  return form
}

/** That form again, as it was sent, with what was wrong. */
export function answerRefused(values: Record<string, string>, refusal: Refusal) {
  return data(refusedForm(values, refusal), 422)
}

export function refusedForm(values: Record<string, string>, refusal: Refusal) {
  return { intent: values.intent ?? '', refusal, values: keptValues(values) }
}
