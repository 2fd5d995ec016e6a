/** "torsdag 26 november kl. 09.00–11.00", with no line break within the hours. */
export function Moment({ day, span }: { day: string; span: string }) {
  return (
    <>
      {day} <span className="tabular inline-block">kl. {span}</span>
    </>
  )
}
