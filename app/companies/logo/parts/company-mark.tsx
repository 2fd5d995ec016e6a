import { Monogram } from '~/ui/marks/monogram'

const sizes = { normal: { box: 'size-14', pixels: 56 }, large: { box: 'size-20', pixels: 80 } } as const

type Props = { company: { name: string; logo_url: string | null }; size?: keyof typeof sizes; eager?: boolean }

/** The logo, or a monogram without one. Decorative (empty alt): the name always stands beside it. */
export function CompanyMark({ company, size = 'normal', eager = false }: Props) {
  if (!company.logo_url) return <Monogram name={company.name} size={size} />
  const { box, pixels } = sizes[size]
  return (
    <img
      src={company.logo_url}
      alt=""
      width={pixels}
      height={pixels}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={`${box} shrink-0 rounded-card bg-mist object-cover`}
    />
  )
}
