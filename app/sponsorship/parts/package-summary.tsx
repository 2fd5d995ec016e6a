import { href } from 'react-router'
import { type Package, packageOf } from '~/companies/public'
import { formatOre } from '~/shared/money'
import { Badge } from '~/ui/badge'
import { ButtonLink } from '~/ui/form/button'
import { badgeNames } from '../badges'
import type { PackageShown } from '../read-slots.server'
import type { SlotKind } from '../slot'

const booking = {
  sponsor: { months: 'en månad', label: 'Välj månad', to: href('/sponsor/apply') },
  season: { months: 'dina månader', label: 'Välj månader', to: href('/season/apply') },
} as const satisfies Record<SlotKind, { months: string; label: string; to: string }>

/** Which package it is, what it shows this month, and what is owed. */
export function PackageSummary({ listed }: { listed: PackageShown }) {
  const plan = packageOf(listed.plan)
  const { badges, isPartner } = listed
  return (
    <section
      aria-label="Ditt paket"
      className="band grid grid-cols-1 gap-x-12 gap-y-7 rounded-card p-6 sm:p-9 lg:grid-cols-[3fr_2fr]"
    >
      <div>
        <p className="text-small text-lamp">Ditt paket</p>
        <p className="mt-2 text-h2 sm:text-h1">{plan.name}</p>
        <p className="mt-1">{priceInWords(plan)}</p>
        {(badges.sponsorOfMonth || badges.seasonPartner || isPartner) && (
          <div className="mt-6">
            <p id="marken" className="text-small text-soft">
              Grannarna ser nu
            </p>
            <ul aria-labelledby="marken" className="mt-2 flex flex-wrap gap-2">
              {isPartner && <BadgeItem icon="shield" name="Trygghetspartner" />}
              {badges.sponsorOfMonth && <BadgeItem icon="star" name={badgeNames.sponsorOfMonth} />}
              {badges.seasonPartner && <BadgeItem icon="leaf" name={badgeNames.seasonPartner} />}
            </ul>
          </div>
        )}
        {listed.waitsForMonth && listed.plan !== 'base' && <ChooseMonth plan={listed.plan} />}
      </div>
      <dl className="grid content-center gap-5 sm:grid-cols-2 lg:grid-cols-1">
        <Figure term="Väntar på betalning" {...listed.unpaid} />
        <Figure term="Betalt" {...listed.paid} />
      </dl>
    </section>
  )
}

function BadgeItem({ icon, name }: { icon: 'shield' | 'star' | 'leaf'; name: string }) {
  return (
    <li>
      <Badge tone="lamp" icon={icon}>
        {name}
      </Badge>
    </li>
  )
}

function ChooseMonth({ plan }: { plan: SlotKind }) {
  const { months, label, to } = booking[plan]
  return (
    <div className="mt-6 grid justify-items-start gap-3">
      <p>
        Du valde {packageOf(plan).name} när du registrerade dig. Välj {months}, så börjar paketet gälla då.
      </p>
      <ButtonLink to={to}>{label}</ButtonLink>
    </div>
  )
}

function Figure({ term, sum, count }: { term: string; sum: string; count: number }) {
  return (
    <div className="border-line border-t pt-4">
      <dt className="text-small text-soft">{term}</dt>
      <dd>
        {count === 0 ? (
          <span className="text-h4">Inget just nu</span>
        ) : (
          <>
            <span className="tabular font-semibold text-h3">{sum}</span>{' '}
            <span className="text-soft">{count === 1 ? '1 månad' : `${count} månader`}, exkl. moms</span>
          </>
        )}
      </dd>
    </div>
  )
}

const priceInWords = ({ priceOre, plan }: Package) =>
  `${formatOre(priceOre)} ${plan === 'base' ? 'i månaden' : 'per bokad månad'}, exklusive moms`
