import { href } from 'react-router'

/**
 * A line of the checklist ('Kom igång'): what to do, why, and where. Ticked by the actual state, not by having visited
 * the page.
 */
export type StartLine = { key: string; title: string; why: string; to: string; isDone: boolean }

export type MemberFacts = {
  emailVerified: boolean
  phoneIsProven: boolean
  hasHome: boolean
  /** Null until they have answered. */
  sharesPosition: boolean | null
  testedAt: Date | null
  onHomeScreen: boolean
  hasBooked: boolean
}

const setup = href('/dashboard/customer/safety/setup')

export function memberLines(facts: MemberFacts): StartLine[] {
  return [
    {
      key: 'mail',
      title: 'Bekräfta din e-postadress',
      why: 'Så att viktiga besked når fram. Länken finns i mejlet som vi skickade.',
      to: href('/dashboard/account'),
      isDone: facts.emailVerified,
    },
    {
      key: 'phone',
      title: 'Bekräfta ditt mobilnummer',
      why: 'Den som kommer när du larmar ska kunna ringa dig.',
      to: `${setup}#phone`,
      isDone: facts.phoneIsProven,
    },
    {
      key: 'alarm',
      title: 'Gör larmet redo',
      why: 'Vilken dörr det är, och om telefonens plats får följa med.',
      to: `${setup}#home`,
      isDone: facts.hasHome && facts.sharesPosition !== null,
    },
    {
      key: 'test',
      title: 'Testa larmet',
      why: 'Ett testlarm går samma väg som ett riktigt, och ingen rycker ut.',
      to: `${setup}#test`,
      isDone: facts.testedAt !== null,
    },
    {
      key: 'home-screen',
      title: 'Lägg sidan på hemskärmen',
      why: 'Då är larmet ett tryck bort.',
      to: '#hemskarm',
      isDone: facts.onHomeScreen,
    },
    {
      key: 'booking',
      title: 'Boka något i kvarteret',
      why: 'Städning, fönsterputs eller en klippning, nära dig.',
      to: href('/dashboard/customer/book'),
      isDone: facts.hasBooked,
    },
  ]
}

export type CompanyFacts = {
  /** An administrator has approved the company under its present name. */
  isApproved: boolean
  isHidden: boolean
  isAreaOpen: boolean
  hasHours: boolean
  hasServices: boolean
  hasLogo: boolean
  statesFTax: boolean
  /** A charge is unpaid. */
  owes: boolean
}

export function companyLines(facts: CompanyFacts): StartLine[] {
  return [
    {
      key: 'review',
      title: reviewTitle(facts),
      why: facts.isHidden ? 'Rätta det som behövs, och hör av er.' : 'Ni kan fylla i mer så länge.',
      to: href('/dashboard/provider/company'),
      isDone: facts.isApproved,
    },
    {
      key: 'hours',
      title: 'Fyll i era öppettider',
      why: 'Utan dem finns inga tider att boka.',
      to: href('/dashboard/provider/company/hours'),
      isDone: facts.hasHours,
    },
    {
      key: 'services',
      title: 'Lägg till en tjänst',
      why: 'Vad ni gör, hur lång tid det tar och vad det kostar.',
      to: facts.hasServices ? href('/dashboard/provider/services') : href('/dashboard/provider/services/new'),
      isDone: facts.hasServices,
    },
    {
      key: 'logo',
      title: 'Lägg upp er logotyp',
      why: 'Så känner grannarna igen er.',
      to: href('/dashboard/provider/company/logo'),
      isDone: facts.hasLogo,
    },
    {
      key: 'f-tax',
      title: 'Intyga att ni är godkända för F-skatt',
      why: 'Behövs för att kunderna ska få rutavdrag.',
      to: `${href('/dashboard/provider/company')}#uppgifter`,
      isDone: facts.statesFTax,
    },
    {
      key: 'package',
      title: facts.owes ? 'Betala ert paket' : 'Ert paket är i sin ordning',
      why: 'Där står vad som ingår, vad det kostar och när det ska betalas.',
      to: href('/dashboard/provider/package'),
      isDone: !facts.owes,
    },
  ]
}

function reviewTitle({ isApproved, isHidden }: CompanyFacts): string {
  if (isHidden) return 'Ert företag är dolt för grannarna'
  return isApproved ? 'Vi har läst och godkänt era uppgifter' : 'Vi läser era uppgifter'
}

/** What residents can do with the company now, in words. */
export function companySeen(facts: CompanyFacts): string {
  if (facts.isHidden) return 'Grannarna ser er inte just nu.'
  const seen = whatResidentsCan(facts)
  return facts.isAreaOpen ? seen : `Vi har inte öppnat i ert område än, så få grannar är med. ${seen}`
}

function whatResidentsCan({ hasHours, hasServices }: CompanyFacts): string {
  if (hasHours && hasServices) return 'Grannarna ser er och kan boka.'
  const missing = [...(hasHours ? [] : ['öppettider']), ...(hasServices ? [] : ['en tjänst'])].join(' och ')
  return `Grannarna ser er sida men kan inte boka än: det fattas ${missing}.`
}

/** Hidden once everything is done, or when put away. */
export function isStartShown(lines: readonly StartLine[], isPutAway: boolean): boolean {
  return !isPutAway && lines.some(({ isDone }) => !isDone)
}
