import { href } from 'react-router'
import { readContact } from '~/accounts/public.server'
import { readRecruited } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatPhone } from '~/shared/phone'
import { formatDate } from '~/shared/time'
import { drawQr } from '~/ui/marks/qr-picture'
import { readMembership, readRewardsOf } from '../membership-store.server'
import { signUpQuery } from './tip-link'

/** A member reads their own tips. Of a company only its public name is shown, while it has one. */
export async function readAmbassador({ db, config }: House, { person }: SignedIn) {
  const membership = await readMembership(db, person.id)
  const rewards = await readRewardsOf(db, person.id)
  const companies = await readRecruited(
    db,
    rewards.map(({ companyId }) => companyId),
  )
  const granted = rewards.filter(({ state }) => state === 'granted')
  return {
    tip: person.phone === null ? null : tipOf(config.origin, person.phone),
    isProven: ((await readContact(db, person.id))?.verifiedPhone ?? null) !== null,
    freeUntil: membership?.freeUntil ? formatDate(membership.freeUntil) : null,
    months: granted.reduce((sum, { months }) => sum + months, 0),
    recruited: rewards.map((reward) => ({
      id: reward.id,
      name: companies.find(({ id }) => id === reward.companyId)?.shownName ?? null,
      state: reward.state,
      period:
        reward.freeFrom && reward.freeUntil ? `${formatDate(reward.freeFrom)} – ${formatDate(reward.freeUntil)}` : null,
    })),
  }
}

export type AmbassadorShown = Awaited<ReturnType<typeof readAmbassador>>

function tipOf(origin: string, phone: string) {
  const link = `${origin}${href('/signup')}?${signUpQuery(phone)}`
  return { phone: formatPhone(phone), link, picture: drawQr(link) }
}
