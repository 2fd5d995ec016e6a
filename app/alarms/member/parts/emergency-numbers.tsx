import { EMERGENCY_NUMBER } from '~/shared/product'
import { Card } from '~/ui/card'
import { Icon, type IconName } from '~/ui/marks/icon'
import { Steps } from '~/ui/steps'

const numbers: { name: string; note: string; icon: IconName }[] = [
  { name: 'Larmnumret', note: 'Polis, ambulans, räddningstjänst', icon: 'alarm' },
  { name: 'Giftinformations\u00ADcentralen', note: 'Akut, begär giftinformation', icon: 'info' },
]

export function EmergencyNumbers() {
  return (
    <Card as="section" aria-labelledby="nodnummer">
      <h2 id="nodnummer" className="text-h4">
        Nödnummer
      </h2>
      <ul className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-2">
        {numbers.map(({ name, note, icon }) => (
          <li key={name}>
            <a
              href={`tel:${EMERGENCY_NUMBER}`}
              className="flex min-h-16 flex-wrap items-center gap-x-4 rounded-control bg-mist px-4 py-2 hover:text-spruce"
            >
              <Icon name={icon} className="size-6 text-lamp-ink max-[24rem]:hidden" />
              <span className="min-w-0 grow basis-40">
                <span className="block font-semibold hyphens-auto">{name}</span>
                <span className="block text-small text-soft">{note}</span>
              </span>
              <span className="tabular text-h3">{EMERGENCY_NUMBER}</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const steps = [
  { title: 'Du skickar ett larm', text: 'Skriv kort vad som händer. Du behöver inte skriva mycket.' },
  { title: 'Trygghetspartner i ditt postnummer meddelas', text: 'Alla på en gång: sms, avisering och på skärmen.' },
  {
    title: 'Närmaste partner agerar och bekräftar',
    text: 'Du ser här vem som har tagit larmet, och när de är på plats.',
  },
]

export function HowItWorks() {
  return (
    <Card as="section" aria-labelledby="sa-fungerar">
      <h2 id="sa-fungerar" className="text-h4">
        Så fungerar det
      </h2>
      <Steps items={steps} className="mt-5" />
    </Card>
  )
}
