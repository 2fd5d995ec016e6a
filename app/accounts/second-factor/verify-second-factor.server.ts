import { z } from 'zod'
import { forgetTries, type Limited, mayTry } from '~/door/attempts.server'
import type { House, Visitor } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { tooManyTries, wrongCode } from '../login/check-code.server'
import { knownBrowser, rememberBrowser } from '../login/known-browser.server'
import { unlessRevoked } from '../sessions/unless-revoked.server'
import { oneTimeCode } from './one-time-code'

const failure = 'Inloggning misslyckades'
const loginIsOver = 'Inloggningen gäller inte längre. Gå tillbaka till inloggningen och skriv lösenordet igen.'
const codeForm = z.object({ code: oneTimeCode })

/**
 * The second step of a login, right after the password. Rate limited: a known browser has a limit of its own; any other
 * shares one per IP address and one per account. The auth library limits the tries of each login as well.
 */
export async function verifySecondFactor(
  house: House,
  visitor: Visitor,
  values: Record<string, string>,
): Promise<Outcome<{ cookies: string[] }>> {
  const form = parseForm(codeForm, values, failure)
  if (!form.ok) return form
  const personId = await house.auth.secondStep.waiting(visitor.headers)
  const counted = await countedAs(house, visitor, personId)
  const within = await Promise.all(counted.map(([what, who]) => mayTry(house, what, who)))
  if (within.includes(false)) return refused(failure, { message: tooManyTries })

  const cookies =
    personId &&
    (await unlessRevoked(house.db, { id: personId }, () =>
      house.auth.secondStep.pass(visitor.headers, form.value.code),
    ))
  if (!cookies) {
    // The auth library ends a login after ten minutes, and after five wrong codes. From then on no code is right.
    const isOver = (await house.auth.secondStep.waiting(visitor.headers)) === null
    return refused(failure, isOver ? { message: loginIsOver } : { fields: { code: wrongCode } })
  }
  for (const [what, who] of counted) await forgetTries(house.db, what, who)
  return accepted({ cookies: [...cookies, await rememberBrowser(house, visitor, personId)] })
}

async function countedAs(house: House, visitor: Visitor, personId: string | null): Promise<[Limited, string][]> {
  const browser = personId && (await knownBrowser(house, visitor, { id: personId }))
  if (browser) return [['second factor from a known browser', `${personId} ${browser}`]]
  const fromHere: [Limited, string] = ['second factor', visitor.address]
  return personId ? [fromHere, ['second factor of an account', personId]] : [fromHere]
}
