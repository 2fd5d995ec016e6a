type Props = {
  charge: { lines: { id: number; text: string; sum: string }[]; net: string; vat: string; gross: string }
}

/** The lines of a charge, the sum and the VAT in it. */
export function ChargeSums({ charge: { lines, net, vat, gross } }: Props) {
  return (
    <dl className="mt-4 divide-y divide-line">
      {lines.map(({ id, text, sum }) => (
        <div key={id} className="flex flex-wrap justify-between gap-x-4 py-2.5">
          <dt className="min-w-0">{text}</dt>
          <dd className="tabular shrink-0">{sum}</dd>
        </div>
      ))}
      <div className="flex flex-wrap justify-between gap-x-4 py-2.5 text-soft">
        <dt>Exklusive moms</dt>
        <dd className="tabular shrink-0">{net}</dd>
      </div>
      <div className="flex flex-wrap justify-between gap-x-4 py-2.5 text-soft">
        <dt>Moms 25 %</dt>
        <dd className="tabular shrink-0">{vat}</dd>
      </div>
      <div className="flex flex-wrap justify-between gap-x-4 py-2.5 font-semibold">
        <dt>Inklusive moms</dt>
        <dd className="tabular shrink-0">{gross}</dd>
      </div>
    </dl>
  )
}
