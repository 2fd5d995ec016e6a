import { useEffect } from 'react'
import { useLook } from '~/live/public'

type Props = {
  told: readonly { name: string; isSent: boolean }[]
  /** What changes when messages about the alarm have gone out. */
  sentTo: number
}

/** Whom else it told: who can take nothing, but knows. */
export function CircleTold({ told, sentTo }: Props) {
  const look = useLook({ keepsAnswers: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream tells of the alarm alone, and by this that there is more to ask for
  useEffect(() => {
    void look()
  }, [look, sentTo])
  if (told.length === 0) return null
  const named = (isSent: boolean) => told.filter((one) => one.isSent === isSent).map(({ name }) => name)
  const [sent, onTheWay] = [named(true), named(false)]
  return (
    <p className="text-soft">
      {sent.length > 0 ? `Skickat även till ${together.format(sent)}. ` : null}
      {onTheWay.length > 0 ? `På väg ut även till ${together.format(onTheWay)}. ` : null}
      De får veta hur det går, men kan inte ta larmet.
    </p>
  )
}

const together = new Intl.ListFormat('sv-SE')
