/** The history of a booking, oldest first. */
export function BookingHistory({ lines }: { lines: readonly { at: string; text: string }[] }) {
  return (
    <ol className="grid gap-4 border-line border-l-2 pl-5">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: history is only added to, at its end.
        <li key={index} className="relative">
          <span
            aria-hidden="true"
            className="absolute top-[0.45em] -left-[calc(1.25rem+6px)] size-2.5 rounded-full bg-spruce"
          />
          <p className="text-small text-soft">{line.at}</p>
          <p className="wrap-anywhere">{line.text}</p>
        </li>
      ))}
    </ol>
  )
}
