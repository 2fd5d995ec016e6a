import { onlyMember } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { raisedWords } from './end-walk.server'
import { extended } from './walk'
import { lockOpenWalk, readLatestWalk, updateHomeAt } from './walk-store.server'

const failure = 'Tiden är inte ändrad'

/** The member needs more time: moves the time when they will be home. */
export async function extendWalk(
  { db: root, clock }: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  onlyMember(signedIn)
  const memberId = signedIn.person.id
  return root.transaction().execute(async (db): Promise<Outcome<null> | NotThere> => {
    const walk = await lockOpenWalk(db, memberId)
    if (!walk) {
      const last = await readLatestWalk(db, memberId)
      return last?.state === 'raised' ? refused('Larmet har redan gått', { message: raisedWords(last) }) : notThere
    }
    const at = extended(walk.homeAt, values.minutes, clock.now())
    if (!at) return refused(failure, { message: 'Välj hur mycket längre, inom tolv timmar.' })
    await updateHomeAt(db, walk.id, at)
    return accepted(null)
  })
}
