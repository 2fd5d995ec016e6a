import { formatOre, MEMBER_PRICE_ORE } from '~/shared/money'
import type { MemberStatus } from '~/shared/role'
import { formatDate } from '~/shared/time'
import type { EndReason } from './course/course'

/** What the member's page needs to describe the state of the membership. */
export type StateFacts = {
  status: MemberStatus
  trialEndsOn: string
  freeUntil: string | null
  /** The end of all covered time, which includes a month that is paid before the trial or the given months are over. */
  coveredUntil: string
  graceUntil: string | null
  isLeaving: boolean
  endedBecause: EndReason | null
  paysByCard: boolean
  /** There is an open charge for the next month. */
  isAsked: boolean
  isAreaOpen: boolean
  /** The last covered days were given after a block or another role: nobody has paid for them. */
  endsInGivenDays: boolean
}

export type StateWords = {
  label: string
  tone: 'spruce' | 'lamp' | 'neutral'
  icon: 'check' | 'clock' | 'minus' | 'leaf'
  title: string
  text: string
}

/** The status in a word or two, everywhere. */
export const memberStatusLabels = {
  trial: 'Provperiod',
  active: 'Aktivt',
  free: 'Fria månader',
  past_due: 'Obetalt',
  ended: 'Avslutat',
} as const satisfies Record<MemberStatus, string>

const price = formatOre(MEMBER_PRICE_ORE)

export function stateWords(facts: StateFacts): StateWords {
  const until = formatDate(facts.coveredUntil)
  if (facts.isLeaving && facts.status !== 'ended') {
    return {
      label: 'Uppsagt',
      tone: 'neutral',
      icon: 'clock',
      title: `Du är medlem till ${until}`,
      text: 'Du har sagt upp medlemskapet. Inget mer dras eller begärs. Fram till dess gäller allt som förut.',
    }
  }
  if (!facts.isAreaOpen && facts.status !== 'ended' && !facts.isAsked) {
    return {
      label: 'Inte öppet än',
      tone: 'neutral',
      icon: 'clock',
      title: 'Du betalar inget än',
      text: `Ditt kvarter är inte öppet. Varje månad är fri tills det öppnar; då hör vi av oss i god tid innan det kostar ${price} i månaden.`,
    }
  }
  switch (facts.status) {
    case 'trial':
      if (isPaidBeyond(facts, facts.trialEndsOn)) return paidAhead('trial', facts, 'Provperioden', facts.trialEndsOn)
      return {
        label: memberStatusLabels.trial,
        tone: 'spruce',
        icon: 'leaf',
        title: `Du provar gratis till ${until}`,
        text: facts.paysByCard
          ? `Sedan dras ${price} i månaden från ditt kort.`
          : `Sedan kostar det ${price} i månaden, om du vill fortsätta.${facts.isAsked ? '' : ' Vi hör av oss en vecka innan.'}`,
      }
    case 'active':
      return {
        label: memberStatusLabels.active,
        tone: 'spruce',
        icon: 'check',
        title: facts.endsInGivenDays ? `Du är medlem till ${until}` : `Betalt till ${until}`,
        text: facts.paysByCard ? `Då dras ${price} för nästa månad från ditt kort.` : `Nästa månad kostar ${price}.`,
      }
    case 'free':
      if (facts.freeUntil !== null && isPaidBeyond(facts, facts.freeUntil)) {
        return paidAhead('free', facts, 'Dina fria månader', facts.freeUntil)
      }
      return {
        label: memberStatusLabels.free,
        tone: 'spruce',
        icon: 'leaf',
        title: `Du är medlem utan kostnad till ${until}`,
        text: 'Du har fått fria månader. Du behöver inte göra något.',
      }
    case 'past_due':
      return {
        label: memberStatusLabels.past_due,
        tone: 'lamp',
        icon: 'clock',
        title: 'Månaden är inte betald',
        text: `Rabatter och erbjudanden är pausade. Trygghetslarmet fungerar som vanligt.${
          facts.graceUntil ? ` Betala senast ${formatDate(facts.graceUntil)}, så fortsätter medlemskapet.` : ''
        }`,
      }
    case 'ended':
      return {
        label: memberStatusLabels.ended,
        tone: 'neutral',
        icon: 'minus',
        title: endedTitle(facts.endedBecause),
        text: endedText,
      }
  }
}

const isPaidBeyond = ({ coveredUntil, endsInGivenDays }: StateFacts, day: string) =>
  coveredUntil > day && !endsInGivenDays

function paidAhead(status: 'trial' | 'free', { coveredUntil }: StateFacts, what: string, endsOn: string): StateWords {
  return {
    label: memberStatusLabels[status],
    tone: 'spruce',
    icon: 'check',
    title: `Betalt till ${formatDate(coveredUntil)}`,
    text: `${what} slutar ${formatDate(endsOn)}. Sedan gäller månaden som du har betalat.`,
  }
}

const endedText =
  'Du kan komma tillbaka när du vill. Trygghetslarmet fungerar så länge du har ditt konto kvar; rabatter och erbjudanden gör det inte.'

function endedTitle(because: EndReason | null): string {
  if (because === 'withdrawn') return 'Du har ångrat avtalet'
  return because === 'left' ? 'Du har lämnat medlemskapet' : 'Medlemskapet tog slut'
}
