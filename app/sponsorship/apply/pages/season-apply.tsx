import { data, href } from 'react-router'
import { TermsBox } from '~/accounts/public'
import { packageOf } from '~/companies/public'
import { requireSignedIn } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readFormData } from '~/platform/http/read-form.server'
import { keptValues, typedValues } from '~/shared/form'
import { formatOre } from '~/shared/money'
import { Card } from '~/ui/card'
import { TextArea, TextField } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import { MonthPicker } from '~/ui/form/month-picker'
import { SubmitButton } from '~/ui/form/submit-button'
import { MOST_SEASON_MONTHS, splitMonths } from '../application'
import { applyAsSeasonPartner } from '../apply-as-season-partner.server'
import { AfterApplication } from '../parts/after-application'
import { ApplicationHero } from '../parts/application-hero'
import { MonthsLit } from '../parts/months-lit'
import { SeasonExamples } from '../parts/season-examples'
import { SeasonTotal } from '../parts/season-total'
import { TooManyMonths } from '../parts/too-many-months'
import { readSeasonMonths } from '../read-application.server'
import type { Route } from './+types/season-apply'
import { forApplicants } from './for-applicants.server'

export { clientMiddleware, handle } from '~/door/plain-page'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Bli säsongspartner',
    description: 'Ansök om en egen kampanj i ert postnummer, en till tre månader.',
    path: href('/season/apply'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireSignedIn(context, request)
  return forApplicants(await readSeasonMonths(context.get(houseContext), signedIn))
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireSignedIn(context, request)
  const form = await readFormData(request)
  const values = { ...typedValues(form), months: form.getAll('months').join(',') }
  const applied = await applyAsSeasonPartner(context.get(houseContext), signedIn, values)
  if (!applied.ok) return data({ refusal: applied, values: keptValues(values) }, 422)
  return redirectWithNotice(href('/dashboard'), {
    tone: 'normal',
    title: `Ansökan mottagen! Totalt: ${formatOre(applied.value.totalOre)}`,
  })
}

const season = packageOf('season')

export default function SeasonApplyPage({ loaderData: { company, months }, actionData }: Route.ComponentProps) {
  const chosen = splitMonths(actionData?.values.months)
  return (
    <>
      <ApplicationHero
        company={company}
        title="Bli säsongs&shy;partner"
        lead="När det är er säsong ska grannarna veta det. Er kampanj, med rubrik och erbjudande, i en till tre månader."
        price={formatOre(season.priceOre)}
        per="per månad"
      >
        <div>
          <MonthsLit
            months={months.map(({ value, taken }) => ({
              value,
              lit: chosen.includes(value) ? 'chosen' : taken ? 'taken' : 'dark',
            }))}
          />
          <p className="mt-5 text-small">
            Flera företag kan vara säsongspartner samtidigt. Märket Säsongspartner får ni i de månader ni väljer.
          </p>
        </div>
      </ApplicationHero>

      <div className="page grid gap-x-16 py-[clamp(3rem,6vw,5rem)] gap-y-14 lg:grid-cols-[7fr_4fr]">
        <Card as="section" id="ansok" aria-labelledby="ansok-rubrik" className="scroll-mt-6 lg:self-start">
          <h2 id="ansok-rubrik" className="text-h3">
            Ansök
          </h2>
          <Form action="#ansok" refusal={actionData?.refusal} values={actionData?.values} className="mt-6 grid gap-7">
            <MonthPicker
              name="months"
              legend="Välj månader"
              hint="En till tre. Välj en vald månad igen om ni ångrar er."
              months={months}
              max={MOST_SEASON_MONTHS}
            />
            <TooManyMonths name="months" />
            <TextField
              name="title"
              label="Kampanjens rubrik"
              hint="Till exempel: Storstädning inför jul, 15 % på första besöket"
              maxLength={120}
              required
            />
            <TextArea
              name="description"
              label="Beskriv kampanjen"
              hint="Vad ingår, och hur bokar man?"
              rows={5}
              optional
            />
            <SeasonTotal count={chosen.length} />
            <TermsBox />
            <div className="grid gap-3">
              <SubmitButton size="large" busyText="Skickar ansökan...">
                Skicka ansökan
              </SubmitButton>
              <p className="text-small text-soft">Ni betalar inget nu. Vi kontaktar er för betalning.</p>
            </div>
          </Form>
        </Card>
        <aside className="grid gap-14 self-start">
          <SeasonExamples />
          <AfterApplication
            email={company.email}
            inYourMonth="Märket tänds, och kampanjen visas för grannarna från den första månadens första dag till den sista månadens sista."
          />
        </aside>
      </div>
    </>
  )
}
