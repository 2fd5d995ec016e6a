import { useEffect, useRef } from 'react'

const words = {
  key: {
    title: 'Er nyckel',
    text: 'Spara den i ert system nu. Den visas bara den här gången, och den som har den kan göra det ni valde.',
  },
  hook: {
    title: 'Hemligheten som signerar',
    text: 'Spara den i ert system nu: med den ser ni att det är vi som skickar. Den visas bara den här gången.',
  },
} as const

/**
 * A secret that is shown once. Its heading takes the focus, so that a screen reader reads it first; one press selects
 * the whole secret.
 */
export function SecretShown({ secret, what }: { secret: string; what: keyof typeof words }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another secret is another arrival
  useEffect(() => heading.current?.focus(), [secret])
  const { title, text } = words[what]
  return (
    <section
      aria-labelledby="visas-en-gang"
      className="grid grid-cols-1 max-w-3xl gap-3 rounded-card border-2 border-lamp p-5"
    >
      <h3 id="visas-en-gang" ref={heading} tabIndex={-1} className="text-h4">
        {title}
      </h3>
      <p>{text}</p>
      <p className="rounded-control bg-mist px-4 py-3 font-[family-name:ui-monospace,monospace] font-semibold hyphens-none break-all select-all">
        {secret}
      </p>
    </section>
  )
}
