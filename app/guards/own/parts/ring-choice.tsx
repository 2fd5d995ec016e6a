import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { ChoiceCards } from '~/ui/form/choice'
import type { RingChoice } from '../../guard'
import { GuardSection } from '../../parts/guard-section'

const choices = {
  alarms: {
    title: 'Ring mig när ingen har tagit ett larm',
    description: 'Du hör vad det gäller och svarar med en siffra.',
  },
  'alarms and tests': {
    title: 'Ring mig också när larmet testas',
    description: 'Då vet du hur det låter, och att samtalen når dig.',
  },
  never: { title: 'Ring mig inte', description: 'Larmen kommer ändå som SMS.' },
} as const satisfies Record<RingChoice, object>

type Props = { rings: RingChoice; answer: FormAnswer | undefined /** Calls are not set up. */; isSilent: boolean }

/** The guard's own choice whether their phone may be called. */
export function RingSection({ rings, answer, isSilent }: Props) {
  const lead = isSilent
    ? 'Samtal går inte ut härifrån än: ingen leverantör är inställd. Ditt val sparas till dess.'
    : 'Ett SMS kan man sova igenom. Samtalet kommer en stund efter SMS:et, medan du är i tjänst.'
  return (
    <GuardSection id="samtal" title="Ring mig om larm" lead={lead}>
      <IntentForm
        intent="choose-ring"
        section="samtal"
        answer={answer}
        submit={{ children: 'Spara valet', busyText: 'Sparar...', variant: 'secondary', icon: 'phone' }}
        className="grid grid-cols-1 gap-5"
      >
        <ChoiceCards
          name="rings"
          legend="När ska telefonen ringa?"
          options={Object.entries(choices).map(([value, words]) => ({ value, ...words }))}
          defaultValue={rings}
        />
      </IntentForm>
    </GuardSection>
  )
}
