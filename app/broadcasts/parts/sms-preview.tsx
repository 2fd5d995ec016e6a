/** The SMS as it will look on the phone. */
export function SmsPreview({ text }: { text: string }) {
  return (
    <figure>
      <blockquote className="max-w-sm rounded-card rounded-bl-sm bg-fern px-5 py-4 whitespace-pre-line text-ink [overflow-wrap:anywhere]">
        {text}
      </blockquote>
      <figcaption className="sr-only">Så ser SMS:et ut</figcaption>
    </figure>
  )
}
