import { href, Link } from 'react-router'
import { Icon } from '~/ui/marks/icon'
import { LinkTabs } from '~/ui/tabs'
import type { OwnCompany } from '../own-company.server'
import { HiddenNote } from './hidden-note'

const tabs = [
  { to: href('/dashboard/provider/company'), label: 'Uppgifter' },
  { to: href('/dashboard/provider/company/hours'), label: 'Tider' },
  { to: href('/dashboard/provider/company/payment'), label: 'Betalning' },
  { to: href('/dashboard/provider/company/logo'), label: 'Logotyp' },
  { to: href('/dashboard/provider/company/photos'), label: 'Bilder' },
] as const

type Props = {
  company: Pick<OwnCompany, 'id' | 'name' | 'org_number' | 'review_state' | 'hidden_reason' | 'proposed_name'> &
    Pick<OwnCompany, 'proposed_org_number' | 'has_permit'>
  current: (typeof tabs)[number]['label']
}

/** The header of every page about the own company. */
export function CompanyTabs({ company, current }: Props) {
  return (
    <>
      <div className="flex max-w-2xl flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="text-h2">Företaget</h1>
        <Link to={href('/company/:id', { id: company.id })} className="link inline-flex min-h-12 items-center">
          Så ser grannarna er
        </Link>
      </div>
      <WhyHidden company={company} />
      <AskedNote company={company} />
      <LinkTabs
        label="Delar av företaget"
        className="mt-4 max-w-2xl"
        tabs={tabs.map((tab) => ({ ...tab, current: tab.label === current }))}
      />
    </>
  )
}

/** The proposed name, what is shown meanwhile, and what waits for the review. */
function AskedNote({ company }: Pick<Props, 'company'>) {
  if (company.proposed_name === null) return null
  return (
    <div className="mt-4 flex max-w-2xl gap-3 rounded-card border-2 border-alarm-text bg-surface p-5">
      <Icon name="clock" className="mt-0.5 size-6 shrink-0 text-alarm-text" />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">
          {company.has_permit
            ? 'Ni får inga larm förrän vi har tittat på ert nya namn eller nummer.'
            : 'Ert nya namn eller nummer väntar på att vi tittar på det.'}
        </p>
        <p className="mt-1">
          Ni vill stå som {company.proposed_name}, {company.proposed_org_number}. Tills vidare ser alla {company.name},{' '}
          {company.org_number}.{' '}
          {company.has_permit &&
            'Den som larmar ska veta vem som kommer, och tillståndet är kontrollerat för det namn och nummer ni hade. '}
          Skriver ni tillbaka de gamla uppgifterna är allt som förut.
        </p>
      </div>
    </div>
  )
}

/** The administrator's reason, and what to do. */
function WhyHidden({ company }: Pick<Props, 'company'>) {
  if (company.review_state !== 'hidden') return null
  return (
    <HiddenNote>
      <p className="mt-1 whitespace-pre-line wrap-anywhere">{company.hidden_reason}</p>
      <p className="mt-2">
        Rätta det som behövs här, och{' '}
        <Link to={`${href('/')}#contact`} className="link">
          hör av er till oss
        </Link>{' '}
        när det är klart.
      </p>
    </HiddenNote>
  )
}
