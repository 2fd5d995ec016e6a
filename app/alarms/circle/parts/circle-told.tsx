import { useEffect } from 'react'
import { useLook } from '~/live/public'
import type { Informed } from '../circle'

type Props = {
  told: readonly Informed[]
  /** Changes when messages about the alarm have gone out, which triggers a new look. */
  sentTo: number
}

/** Lists the circle people who have been told. They cannot take the alarm. */
export function CircleTold({ told, sentTo }: Props) {
  const look = useLook({ keepsAnswers: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream tells of the alarm alone, and by this that there is more to ask for
  useEffect(() => {
    void look()
  }, [look, sentTo])
  if (told.length === 0) return null
  const said = (word: Informed['word'], words: (names: string) => string) => {
    const names = told.filter((one) => one.word === word).map(({ name }) => name)
    return names.length > 0 ? words(together.format(names)) : null
  }
  return (
    <p className="text-soft">
      {said('sent', (names) => `Skickat även till ${names}. `)}
      {said('leaving', (names) => `På väg ut även till ${names}. `)}
      {said('lost', (names) => `Inte framme hos ${names} än. `)}
      {told.length === 1 ? 'Hen' : 'De'} får veta hur det går, men kan inte ta larmet.
    </p>
  )
}

const together = new Intl.ListFormat('sv-SE')
