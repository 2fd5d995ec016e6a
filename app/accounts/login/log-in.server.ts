import { z } from 'zod'
import { forgetTries, type Limited, mayTry } from '~/door/attempts.server'
import type { House, Visitor } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { beginSession } from './begin-session.server'
import { accountBlocked } from './blocked-words'
import { knownBrowser, rememberBrowser } from './known-browser.server'

const failure = 'Inloggning misslyckades'
const loginForm = z.object({ email: field.email, password: field.password })

export type LoggedIn = { next: 'dashboard' | 'second factor'; cookies: string[] }

/**
 * Logs in; rate limited. The answer does not distinguish a wrong password from an unknown address. A browser that has
 * logged in before has a limit of its own, which strangers who guess do not use up.
 */
export async function logIn(
  house: House,
  visitor: Visitor,
  values: Record<string, string>,
): Promise<Outcome<LoggedIn>> {
  const form = parseForm(loginForm, values, failure)
  if (!form.ok) return form
  const { email, password } = form.value

  const browser = await knownBrowser(house, visitor, { email })
  const counted: [Limited, string] = browser
    ? ['log in from a known browser', `${email} ${browser}`]
    : ['log in to an account', email]
  const withinLimits = await Promise.all([
    mayTry(house, ...counted),
    browser !== null || mayTry(house, 'log in from an address', visitor.address),
  ])
  if (withinLimits.includes(false)) {
    return refused(failure, { message: 'Det blev för många försök. Vänta en kvart, eller välj Glömt lösenordet.' })
  }

  const answer = await beginSession(house, visitor, email, password)
  if (answer.kind === 'wrong') return refused(failure, { message: 'Fel e-post eller lösenord' })
  if (answer.kind === 'blocked') return refused(failure, { message: accountBlocked })
  await forgetTries(house.db, ...counted)
  if (answer.kind === 'second factor needed') return accepted({ next: 'second factor', cookies: answer.cookies })
  const mark = await rememberBrowser(house, visitor, answer.personId)
  return accepted({ next: 'dashboard', cookies: [...answer.cookies, mark] })
}
