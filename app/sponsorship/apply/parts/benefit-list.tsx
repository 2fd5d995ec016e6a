import { Icon, type IconName } from '~/ui/marks/icon'

export type Benefit = { icon: IconName; title: string; text: string }

export function BenefitList({ benefits }: { benefits: readonly Benefit[] }) {
  return (
    <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
      {benefits.map(({ icon, title, text }) => (
        <li key={title} className="flex gap-4">
          <span className="grid size-12 shrink-0 place-content-center rounded-full bg-mist text-spruce">
            <Icon name={icon} className="size-6" />
          </span>
          <div className="min-w-0">
            <h3 className="text-h4">{title}</h3>
            <p className="mt-1 text-soft">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
