import { data, href } from 'react-router'
import { TermsBox } from '~/accounts/public'
import { packageOf } from '~/companies/public'
import { requireSignedIn } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { keptValues } from '~/shared/form'
import { formatOre } from '~/shared/money'
import { Card } from '~/ui/card'
import { Form } from '~/ui/form/form'
import { MonthPicker } from '~/ui/form/month-picker'
import { SubmitButton } from '~/ui/form/submit-button'
import { applyAsSponsor } from '../apply-as-sponsor.server'
import { AfterApplication } from '../parts/after-application'
import { ApplicationHero } from '../parts/application-hero'
import { type Benefit, BenefitList } from '../parts/benefit-list'
import { MonthsLit } from '../parts/months-lit'
import { readSponsorMonths } from '../read-application.server'
import type { Route } from './+types/sponsor-apply'
import { forApplicants } from './for-applicants.server'

export { clientMiddleware, handle } from '~/door/plain-page'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Bli huvudsponsor',
    description: 'Ansök om en månad som huvudsponsor i ert postnummer.',
    path: href('/sponsor/apply'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireSignedIn(context, request)
  return forApplicants(await readSponsorMonths(context.get(houseContext), signedIn))
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireSignedIn(context, request)
  const values = await readForm(request)
  const applied = await applyAsSponsor(context.get(houseContext), signedIn, values)
  if (!applied.ok) return data({ refusal: applied, values: keptValues(values) }, 422)
  return redirectWithNotice(href('/dashboard'), {
    tone: 'normal',
    title: 'Ansökan mottagen! Vi kontaktar dig för betalning.',
  })
}

const sponsor = packageOf('sponsor')

const benefits: Benefit[] = [
  {
    icon: 'lamp',
    title: '1–2 extra rondstopp i veckan',
    text: 'Väktarna stannar till hos er utöver sina vanliga ronder, hela månaden.',
  },
  {
    icon: 'star',
    title: 'Månadens sponsor',
    text: 'Bara ett företag per månad och postnummer får märket. Det syns på er sida och i katalogen.',
  },
  {
    icon: 'shield',
    title: 'Bidrag till ronderna',
    text: 'En del av priset går till väktarna som går i ert postnummer. Hur mycket står på kvittot.',
  },
  {
    icon: 'search',
    title: 'Bland de första i katalogen',
    text: 'Ni visas före företag med Bas när grannarna letar. Allt som ingår i Bas har ni också.',
  },
]

export default function SponsorApplyPage({ loaderData: { company, months }, actionData }: Route.ComponentProps) {
  const chosen = actionData?.values.month
  const free = months.filter(({ taken }) => !taken).length
  return (
    <>
      <ApplicationHero
        company={company}
        title="Bli månadens sponsor"
        lead="En månad där väktarna stannar till extra hos er, och där grannarna ser vem som gjorde det möjligt."
        price={formatOre(sponsor.priceOre)}
        per="per månad"
      >
        <div>
          <MonthsLit
            months={months.map(({ value, taken }) => ({
              value,
              lit: value === chosen ? 'chosen' : taken ? 'taken' : 'dark',
            }))}
          />
          <p className="mt-5 text-small">{freeInWords(free, company.postcode)}</p>
        </div>
      </ApplicationHero>

      <div className="page grid gap-x-16 py-[clamp(3rem,6vw,5rem)] gap-y-14 lg:grid-cols-[7fr_4fr]">
        <div className="grid gap-14">
          <section aria-labelledby="ingar">
            <h2 id="ingar" className="text-h2">
              Det här får ni
            </h2>
            <div className="mt-8">
              <BenefitList benefits={benefits} />
            </div>
          </section>
          <Card as="section" id="ansok" aria-labelledby="ansok-rubrik" className="scroll-mt-6">
            <h2 id="ansok-rubrik" className="text-h3">
              Ansök
            </h2>
            <Form action="#ansok" refusal={actionData?.refusal} values={actionData?.values} className="mt-6 grid gap-6">
              <MonthPicker
                name="month"
                legend="Välj er månad"
                hint={`En huvudsponsor per månad i ${company.postcode}. Den som ansöker först får månaden.`}
                months={months}
              />
              <TermsBox />
              <div className="grid gap-3">
                <SubmitButton size="large" busyText="Skickar ansökan...">
                  Skicka ansökan
                </SubmitButton>
                <p className="text-small text-soft">
                  Ni betalar inget nu. {formatOre(sponsor.priceOre)} exklusive moms betalar ni när vi har hört av oss.
                </p>
              </div>
            </Form>
          </Card>
        </div>
        <aside className="lg:sticky lg:top-8 lg:self-start">
          <AfterApplication
            email={company.email}
            inYourMonth="Märket tänds om vi har godkänt företaget, och väktarna får era extra stopp på sin rond."
          />
        </aside>
      </div>
    </>
  )
}

function freeInWords(free: number, postcode: string): string {
  if (free === 0) return `Alla månader i ${postcode} är bokade just nu. Titta in igen när nästa blir ledig.`
  if (free === 12) return `Alla tolv månader är lediga i ${postcode}. Ni kan bli de första.`
  return free === 1 ? `En månad är ledig i ${postcode}.` : `${free} av 12 månader är lediga i ${postcode}.`
}
