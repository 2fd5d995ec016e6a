import { EMERGENCY_NUMBER } from '~/shared/product'
import { Card } from '~/ui/card'
import { Icon, type IconName } from '~/ui/marks/icon'
import { Steps } from '~/ui/steps'

type Number = { name: string; note: string; icon: IconName; number: string }

/** The two numbers of the specification, and those to ring when nobody is in danger. */
const numbers: Number[] = [
  { name: 'Larmnumret', note: 'Polis, ambulans, räddningstjänst', icon: 'alarm', number: EMERGENCY_NUMBER },
  {
    name: 'Giftinformations\u00ADcentralen',
    note: 'Akut, begär giftinformation',
    icon: 'info',
    number: EMERGENCY_NUMBER,
  },
  { name: 'Polisen', note: 'När det inte är bråttom', icon: 'phone', number: '114 14' },
  { name: 'Vårdguiden', note: 'Råd om vård, dygnet runt', icon: 'phone', number: '1177' },
  {
    name: 'Giftinformations\u00ADcentralen',
    note: 'När det inte är akut',
    icon: 'phone',
    number: '010-456 67 00',
  },
]

export function EmergencyNumbers() {
  return (
    <Card as="section" aria-labelledby="nodnummer">
      <h2 id="nodnummer" className="text-h4">
        Nödnummer
      </h2>
      <ul className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-2">
        {numbers.map(({ name, note, icon, number }) => (
          <li key={note}>
            <a
              href={`tel:${number.replace(/\D/g, '')}`}
              className="flex min-h-16 flex-wrap items-center gap-x-4 rounded-control bg-mist px-4 py-2 hover:text-spruce"
            >
              <Icon name={icon} className="size-6 text-lamp-ink max-[24rem]:hidden" />
              <span className="min-w-0 grow basis-40">
                <span className="block font-semibold hyphens-auto">{name}</span>
                <span className="block text-small text-soft">{note}</span>
              </span>
              <span className="tabular ms-auto text-h3">{number}</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const steps = [
  { title: 'Du skickar ett larm', text: 'Skriv kort vad som händer. Du behöver inte skriva mycket.' },
  { title: 'Trygghetspartner i ditt postnummer meddelas', text: 'Alla på en gång: SMS, push och på skärmen.' },
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
