import { data, href, Link, useNavigation } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { askedDay } from '~/shared/asked'
import { namesOf } from '~/shared/chosen'
import { keptValues } from '~/shared/form'
import { Card } from '~/ui/card'
import { Button } from '~/ui/form/button'
import { Checkbox, ChoiceCards } from '~/ui/form/choice'
import { TextField } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import { bookAddress } from '../../book/book-address'
import { EARLY_START } from '../../withdrawal'
import { askForTime } from '../ask-for-time.server'
import { readNewWait } from '../read-waits.server'
import { dayParts, offerRule } from '../wait'
import type { Route } from './+types/new-wait'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Säg till om en tid blir ledig',
    description: 'Väntelistan för en tjänst.',
    path: href('/dashboard/customer/waiting/new'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'member')
  const asked = new URL(request.url).searchParams
  const house = context.get(houseContext)
  return orAnswer(await readNewWait(house, signedIn, asked.get('service'), askedDay(asked.get('day'))))
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'member')
  const values = await readForm(request)
  const asked = await askForTime(context.get(houseContext), signedIn, values)
  if (!asked.ok) return data({ refusal: asked, values: keptValues(values) }, 422)
  return redirectWithNotice(`${href('/dashboard/customer/waiting')}#top`, {
    tone: 'normal',
    title: 'Du står på väntelistan',
    message: 'Vi säger till om en tid blir ledig.',
  })
}

export default function NewWaitPage({ loaderData, actionData }: Route.ComponentProps) {
  const { service, first, last, from, to, key, isWaiting } = loaderData
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <div className="max-w-2xl">
      <p>
        <Link to={bookAddress({ service: service.id })} className="link inline-flex min-h-12 items-center">
          Till de lediga tiderna
        </Link>
      </p>
      <h1 className="text-h2">Säg till om en tid blir ledig</h1>
      <p className="mt-2 text-lead wrap-anywhere">
        {service.title} hos {service.companyName}
      </p>
      <p className="mt-2 text-soft">{offerRule} Du betalar ingenting för att vänta.</p>
      {isWaiting ? (
        <p className="mt-6 rounded-card bg-mist p-5">
          Du väntar redan på en tid för tjänsten.{' '}
          <Link to={href('/dashboard/customer/waiting')} className="link">
            Se din väntelista
          </Link>
        </p>
      ) : null}
      <Card className="mt-6">
        <Form refusal={actionData?.refusal} values={actionData?.values} className="grid gap-6">
          <input type="hidden" name="key" value={actionData?.values.key ?? key} />
          <input type="hidden" name="service" value={service.id} />
          <div className="grid gap-6 sm:grid-cols-2">
            <TextField
              name="from"
              label="Från och med"
              type="date"
              min={first}
              max={last}
              defaultValue={from}
              required
            />
            <TextField name="to" label="Till och med" type="date" min={first} max={last} defaultValue={to} required />
          </div>
          <ChoiceCards
            name="part"
            legend="När på dagen"
            defaultValue="any"
            columns={2}
            options={namesOf(dayParts).map((value) => ({ value, title: dayParts[value].label }))}
          />
          <Checkbox name="early" label={EARLY_START} hint="En tid som blir ledig är ofta snart." />
          <Button type="submit" size="large" busy={isSending} busyText="Skickar...">
            Säg till mig
          </Button>
        </Form>
      </Card>
    </div>
  )
}
