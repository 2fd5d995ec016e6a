/** How much waits behind a link of a menu. */
export function WaitingMark({ count }: { count: number }) {
  return (
    <span className="waiting-mark tabular">
      {count}
      <span className="sr-only"> väntar</span>
    </span>
  )
}
