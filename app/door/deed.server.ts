import { data } from 'react-router'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import { leaveWithNotice, redirectWithNotice } from '~/platform/http/notice.server'
import { chosen } from '~/shared/chosen'
import { keptValues } from '~/shared/form'
import type { Outcome, Refusal } from '~/shared/outcome'

/** A form among several on a page: the use case behind it, what is said when it is done, and where. */
export type Deed = {
  does(asked: Asked): Promise<Outcome<{ cookies?: string[] } | null>>
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
  const deed = chosen(deeds, asked.values.intent)
  // No form of ours asks for it.
  if (!deed) throw data(null, 400)
  const done = await deed.does(asked)
  if (!done.ok) return data(refusedForm(asked.values, done), 422)
  // A browser without JavaScript would carry the form's fragment along, away from the notice on top.
  const answer = deed.leaves ? leaveWithNotice : redirectWithNotice
  return answer(`${deed.to}#${deed.section ?? 'top'}`, { tone: 'normal', ...deed.says }, done.value?.cookies)
}

export function refusedForm(values: Record<string, string>, refusal: Refusal) {
  return { intent: values.intent ?? '', refusal, values: keptValues(values) }
}
