import { data } from 'react-router'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import { leaveWithNotice, redirectWithNotice } from '~/platform/http/notice.server'
import { chosen } from '~/shared/chosen'
import { keptValues } from '~/shared/form'
import { type DeadEnd, notAsked, type Outcome, type Refusal } from '~/shared/outcome'
import { answerTo, orAnswer } from './answer.server'

/** One of several forms on a page: its use case, the notice after success, and the page to redirect to. */
export type Deed = {
  does(asked: Asked): Promise<Outcome<{ cookies?: string[] } | null> | DeadEnd>
  says: { title: string; message?: string }
  to: string
  /** The fragment to go to, if the result is shown in that section. */
  section?: string
  /** The use case ended the session that it was called in. */
  leaves?: true
}

export type Asked = { house: House; visitor: Visitor; signedIn: SignedIn; values: Record<string, string> }

/**
 * Runs the form's use case. Success redirects with a notice; a refusal shows the form again with its values. `to`: the
 * page to redirect to instead of the deed's own, such as a part of a list.
 */
export async function answerDeed(deeds: Record<string, Deed>, asked: Asked, to?: string) {
  const deed = formSent(deeds, asked.values)
  const done = orAnswer(await deed.does(asked))
  if (!done.ok) return answerRefused(asked.values, done)
  // Without JavaScript the browser would keep the form's fragment in the redirect, and scroll away from the notice on
  // top.
  const answer = deed.leaves ? leaveWithNotice : redirectWithNotice
  return answer(`${to ?? deed.to}#${deed.section ?? 'top'}`, { tone: 'normal', ...deed.says }, done.value?.cookies)
}

/** The form that was sent, by its `intent`. */
export function formSent<Form>(forms: Record<string, Form>, values: Record<string, string>): Form {
  const form = chosen(forms, values.intent)
  if (!form) throw answerTo(notAsked)
  return form
}

/** Answers 422 with the form's values and the refusal. */
export function answerRefused(values: Record<string, string>, refusal: Refusal) {
  return data(refusedForm(values, refusal), 422)
}

export function refusedForm(values: Record<string, string>, refusal: Refusal) {
  return { intent: values.intent ?? '', refusal, values: keptValues(values) }
}
