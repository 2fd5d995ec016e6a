/** The number of waiting items on a menu link. */
export function WaitingMark({ count }: { count: number }) {
  return (
    <span className="waiting-mark tabular">
      {count}
      <span className="sr-only"> väntar</span>
    </span>
  )
}
