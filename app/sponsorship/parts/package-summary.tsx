import { type Package, packageOf } from '~/companies/public'
import { formatOre } from '~/shared/money'
import { Badge } from '~/ui/badge'
import { breakable } from '~/ui/breakable'
import { badgeNames, partnerName } from '../badges'
import type { PackageShown } from '../read-slots.server'

/** The company's package, its badges this month, and what it owes. */
export function PackageSummary({ listed }: { listed: PackageShown }) {
  const plan = packageOf(listed.plan)
  const { badges, takesAlarms } = listed
  const isNoted = takesAlarms || badges.sponsorOfMonth || badges.seasonPartner
  return (
    <section
      aria-label="Ert paket"
      className="band grid grid-cols-1 gap-x-12 gap-y-7 rounded-card p-6 sm:p-9 lg:grid-cols-[3fr_2fr]"
    >
      <div>
        <p className="text-small text-lamp">Ert paket</p>
        <p className="mt-2 text-h2 sm:text-h1">{breakable(plan.name)}</p>
        <p className="mt-1">{priceInWords(plan)}</p>
        {listed.planStep && <p className="mt-1 font-semibold first-letter:uppercase">{listed.planStep}</p>}
        <div className="mt-6">
          <p id="marken" className="text-small text-soft">
            Grannarna ser nu
          </p>
          {isNoted ? (
            <ul aria-labelledby="marken" className="mt-2 flex flex-wrap gap-2">
              {takesAlarms && <BadgeItem icon="shield" name={partnerName} />}
              {badges.sponsorOfMonth && <BadgeItem icon="star" name={badgeNames.sponsorOfMonth} />}
              {badges.seasonPartner && <BadgeItem icon="leaf" name={badgeNames.seasonPartner} />}
            </ul>
          ) : (
            <p className="mt-1">Inget märke.</p>
          )}
        </div>
        {!listed.isApproved && (
          <p className="mt-4">
            {listed.isHidden
              ? 'Märken syns inte så länge företaget är dolt.'
              : 'Märken syns först när vi har godkänt företaget.'}
          </p>
        )}
      </div>
      <dl className="grid content-center gap-5 sm:grid-cols-2 lg:grid-cols-1">
        <Figure term="Ansökt, att betala" {...listed.unpaid} />
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
