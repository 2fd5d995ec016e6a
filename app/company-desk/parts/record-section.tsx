import { href, Link } from 'react-router'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { Icon } from '~/ui/marks/icon'
import type { CompanyForAdmin } from '../read-company-for-admin.server'

/** The company's record, with hints where something needs a second look. */
export function RecordSection({ record }: Pick<CompanyForAdmin, 'record'>) {
  const items = [
    { term: 'Organisationsnummer', description: <OrgNumber record={record} /> },
    { term: 'F-skatt', description: <Stated yes={record.fTaxStated} /> },
    { term: 'Ansvarsförsäkring', description: <Stated yes={record.insuranceStated} /> },
    { term: 'Kategori', description: record.category },
    { term: 'Adress', description: record.address },
    { term: 'Telefon', description: <a href={`tel:${record.phone.number}`}>{record.phone.shown}</a> },
    {
      term: 'E-post',
      description: (
        <a href={`mailto:${record.email}`} className="link [overflow-wrap:anywhere]">
          {record.email}
        </a>
      ),
    },
    { term: 'Ägare', description: <Owner owner={record.owner} /> },
    { term: 'Paket', description: record.plan },
    { term: 'Tipsad av', description: record.referredBy ?? 'Ingen' },
    { term: 'Registrerat', description: record.joined },
    ...(record.deleted ? [{ term: 'Borttaget', description: record.deleted }] : []),
    {
      term: 'Presentation',
      description: <span className="whitespace-pre-line">{record.bio || 'Inte skriven ännu'}</span>,
    },
  ]
  return (
    <Card as="section" aria-labelledby="uppgifter" className="grid gap-5">
      <h2 id="uppgifter" className="text-h3">
        Uppgifter
      </h2>
      <DescriptionList items={items} />
    </Card>
  )
}

/** The owner. If their account is blocked or has another role, nobody sees the company, whatever its review state. */
function Owner({ owner }: Pick<CompanyForAdmin['record'], 'owner'>) {
  if (owner === null) return 'Ingen, kontot är borttaget'
  return (
    <>
      <Link to={href('/dashboard/admin/users/:id', { id: owner.id })} className="link [overflow-wrap:anywhere]">
        {owner.name}
      </Link>
      {owner.blocked || !owner.isCompany ? (
        <span className="mt-1 flex items-start gap-2 text-small text-lamp-ink">
          <Icon name="lock" className="mt-[0.2em] size-4" />
          <span className="min-w-0">
            {owner.blocked ? `Spärrad sedan ${owner.blocked}` : 'Har en annan roll än företag'}: företaget syns inte och
            tar inte emot bokningar så länge.
          </span>
        </span>
      ) : null}
    </>
  )
}

function OrgNumber({ record }: Pick<CompanyForAdmin, 'record'>) {
  if (record.orgNumberHint === null) return record.orgNumber
  return (
    <>
      {record.orgNumber}
      <span className="mt-1 flex items-start gap-2 text-small text-lamp-ink">
        <Icon name="warning" className="mt-[0.2em] size-4" />
        <span className="min-w-0">Kontrollsiffran stämmer inte. Be företaget kontrollera numret.</span>
      </span>
    </>
  )
}

function Stated({ yes }: { yes: boolean }) {
  return yes ? (
    <Badge tone="spruce" icon="check">
      Uppgivet
    </Badge>
  ) : (
    'Inte uppgivet'
  )
}
