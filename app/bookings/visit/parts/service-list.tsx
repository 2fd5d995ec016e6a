/** The services of a visit within its card; renders nothing for a single booking. */
export function ServiceList({
  services,
}: {
  services: readonly { id: string; title: string; span: string; price: string }[]
}) {
  if (services.length === 0) return null
  return (
    <ol aria-label="I samma besök" className="grid gap-1">
      {services.map(({ id, title, span, price }) => (
        <li key={id} className="tabular text-soft wrap-anywhere">
          {span} {title}, <span className="whitespace-nowrap">{price}</span>
        </li>
      ))}
    </ol>
  )
}
