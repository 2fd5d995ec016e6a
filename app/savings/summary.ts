import { MEMBER_PRICE_ORE } from '~/shared/money'
import type { Assumed } from './assumptions'
import { type Quantity, rounded } from './quantity'
import { assumedScenario, type Figures, savingsOf } from './savings'
import { type Account, accountNames, type Topic } from './topics'

export type Headline = { label: string; figure: string; note: string }

/** The five main results, for any number of households and postcodes. */
export function headlinesFrom(figures: Figures): Headline[] {
  return [
    { label: 'Koldioxid', figure: rounded(kg(figures.co2Kg)), note: 'släpps inte ut' },
    {
      label: 'Körtid',
      figure: rounded({ value: figures.hours, unit: 'tim' }),
      note: 'slipper företagens bilar',
    },
    { label: 'Kunderna', figure: rounded(kr(figures.customerKr)), note: 'i rabatt' },
    { label: 'Företagen', figure: rounded(kr(figures.companyKr)), note: 'i tid, bränsle och administration' },
    { label: 'Samhället', figure: rounded(kr(figures.societyKr)), note: 'i minskade kostnader' },
  ]
}

export type Statement = { account: Account; name: string; posts: Topic[]; kronor: number; shown: string }

/** The three accounts, each with its topics and sum. */
export function statementsFrom(topics: Topic[]): Statement[] {
  return (Object.keys(accountNames) as Account[]).map((account) => {
    const posts = topics.filter((topic) => topic.account === account)
    const kronor = posts.reduce((sum, post) => sum + post.kronor, 0)
    return { account, name: accountNames[account], posts, kronor, shown: rounded(kr(kronor)) }
  })
}

export const scaleSteps = [1, 10, 100, 1000]

export function scaleFrom(assumed: Assumed): { postcodes: number; figures: Figures }[] {
  return scaleSteps.map((postcodes) => ({
    postcodes,
    figures: savingsOf(assumed, assumedScenario(assumed, postcodes)),
  }))
}

export type Cautions = ReturnType<typeof cautionsFrom>

/** Caveats for a careful reader: who pays for the discount, what is left of it, how certain the rest is. */
export function cautionsFrom(topics: Topic[], figures: Figures) {
  const guessed = topics.filter(({ id }) => GUESSED.includes(id))
  const guessedKr = guessed.reduce((sum, { kronor }) => sum + kronor, 0)
  const membershipKr = (MEMBER_PRICE_ORE / 100) * 12
  const discountPerHousehold = figures.discountKr / figures.activeHouseholds
  return {
    discount: rounded(kr(figures.discountKr)),
    companies: rounded(kr(figures.companyKr)),
    companiesPay: rounded(kr(figures.discountKr - figures.companyKr)),
    companiesPayPerVisit: rounded(kr((figures.discountKr - figures.companyKr) / figures.visits)),
    discountPerHousehold: rounded(kr(discountPerHousehold)),
    membership: rounded(kr(membershipKr)),
    leftPerHousehold: rounded(kr(discountPerHousehold - membershipKr)),
    guessedTitles: guessed.map(({ title }) => title.toLowerCase()),
    guessed: rounded(kr(guessedKr)),
    society: rounded(kr(figures.societyKr)),
  }
}

/** Topics whose assumptions are guesses that nobody has measured. */
const GUESSED = ['samhallslackage', 'sjukfranvaro', 'social-isolering']

function kr(value: number): Quantity {
  return { value, unit: 'kr' }
}

function kg(value: number): Quantity {
  return { value, unit: 'kg' }
}
