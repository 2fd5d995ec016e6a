import type { ComponentProps, ReactNode } from 'react'
import { FreshLogin } from '~/accounts/public'
import type { Plan } from '~/companies/public'
import type { FormAnswer } from '~/door/parts/intent-form'
import { Checkbox, TextArea, TextField } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import { MonthPicker } from '~/ui/form/month-picker'
import { SubmitButton } from '~/ui/form/submit-button'
import { MOST_SEASON_MONTHS, messages } from '../../apply/application'
import type { SlotKind } from '../../slot'
import type { PlanChangeShown } from '../read-plan-change.server'

type Answer = FormAnswer | undefined

type ChooseProps = { plan: SlotKind; months: PlanChangeShown['months']; answer: Answer }

const questions = {
  sponsor: { name: 'month', legend: 'Sponsorns månad', hint: 'En huvudsponsor per månad i varje postnummer.' },
  season: {
    name: 'months',
    legend: 'Säsongens månader',
    hint: 'En till tre.',
    max: MOST_SEASON_MONTHS,
    tooMany: messages.tooMany,
  },
} as const satisfies Record<SlotKind, Partial<ComponentProps<typeof MonthPicker>>>

/** A GET form: the choice is put into the address, and the page shows its effect. */
export function ChooseMonths({ plan, months, answer }: ChooseProps) {
  return (
    <Form method="get" refusal={answer?.refusal} className="mt-5 grid gap-6">
      <input type="hidden" name="plan" value={plan} />
      <MonthPicker {...questions[plan]} months={months} />
      <div>
        <SubmitButton variant="secondary" icon="chevron-right">
          Se vad det innebär
        </SubmitButton>
      </div>
    </Form>
  )
}

const bookedBy = {
  base: () => null,
  sponsor: ([month]) => <input type="hidden" name="month" value={month} />,
  season: (months) => (
    <>
      <input type="hidden" name="months" value={months.join(',')} />
      <TextField name="title" label="Kampanjens rubrik" maxLength={120} required />
      <TextArea name="description" label="Beskriv kampanjen" rows={4} optional />
    </>
  ),
} as const satisfies Record<Plan, (months: readonly string[]) => ReactNode>

type ConfirmProps = { change: PlanChangeShown; chosen: NonNullable<PlanChangeShown['chosen']>; answer: Answer }

/** The effect in words, and the form that confirms it. */
export function ConfirmChange({ change, chosen, answer }: ConfirmProps) {
  const { plan, months, effect } = chosen
  return (
    <>
      <ul className="mt-4 grid list-disc gap-2 pl-5">
        {effect.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Form refusal={answer?.refusal} values={answer?.values} className="mt-6 grid gap-6">
        <input type="hidden" name="key" value={change.key} />
        <input type="hidden" name="seen" value={change.seen} />
        <input type="hidden" name="plan" value={plan} />
        {bookedBy[plan](months)}
        <TextArea name="reason" label="Varför?" hint="Företaget får läsa det här." rows={2} required />
        <Checkbox name="sure" label="Ja, byt paketet" />
        <FreshLogin isFresh={change.isFresh} />
        <div>
          <SubmitButton busyText="Byter...">Byt paket</SubmitButton>
        </div>
      </Form>
    </>
  )
}
