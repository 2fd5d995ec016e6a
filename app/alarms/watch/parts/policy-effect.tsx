import { Card } from '~/ui/card'
import { Steps } from '~/ui/steps'
import { inWords } from '../../words/seconds'
import { type Policy, ringPauseS } from '../policy'

/** Shows what the policy's figures mean for somebody who waits. */
export function PolicyEffect({ policy, canRing }: { policy: Policy; canRing: boolean }) {
  return (
    <Card as="section" tone="mist" aria-labelledby="betyder">
      <h2 id="betyder" className="text-h4">
        Så går ett larm nu
      </h2>
      <Steps
        className="mt-5"
        items={[
          { title: 'Direkt', text: 'Alla partner i området larmas på alla sätt samtidigt.' },
          {
            title: `Efter ${inWords(policy.callAgainS)}`,
            text: 'Har ingen tagit det larmas alla igen, nu också med mejl.',
          },
          ...(canRing && policy.ringTimes > 0
            ? [
                {
                  title: `Efter ${inWords(policy.ringS)}`,
                  text: `Väktare i tjänst rings upp${policy.ringTimes === 1 ? '' : ` och igen var ${ringPauseS}:e sekund, högst ${policy.ringTimes} gånger`}, om de inte har valt bort det.`,
                },
              ]
            : []),
          {
            title: `Efter ${inWords(policy.widenS)}`,
            text: 'Partner i grannkvarteren och jouren larmas. De ser larmet från och med då.',
          },
          {
            title: `Efter ${inWords(policy.tellMemberS)}`,
            text: 'Den som larmade får veta att ingen har svarat, och uppmanas att ringa 112.',
          },
          {
            title: `Taget, men tyst i ${inWords(policy.releaseS)}`,
            text: 'Larmet lämnas tillbaka och går ut till alla på nytt.',
          },
        ]}
      />
      <p className="mt-5 text-soft">
        Kortare tider larmar fler i onödan; längre tider låter någon vänta. Ändringen gäller nästa larm: de som pågår
        behåller sina tider. Saknas partner i området larmas grannarna direkt.
      </p>
    </Card>
  )
}
