/** Marks a test alarm, in a style that nothing else has. */
export function TestMark({ text = 'Ingen behöver rycka ut.' }: { text?: string }) {
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control border-2 border-lamp border-dashed px-[min(1rem,4vw)] py-2 wrap-anywhere font-semibold text-lamp-ink">
      <span className="rounded-control bg-lamp px-2 py-0.5 text-on-lamp">TEST</span>
      {text}
    </p>
  )
}
