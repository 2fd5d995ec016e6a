import { href, Link } from 'react-router'
import { AccountSection } from '~/accounts/public'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { EMERGENCY_NUMBER } from '~/shared/product'
import { formatMomentSeen } from '~/shared/time'

type Unheard = { at: Date; isUnderWay: boolean }
type Props = {
  testedAt: Date | null
  unheard: Unheard | null
  now: Date
  testKey: string
  answer: FormAnswer | undefined
}

export function TestSection({ testedAt, unheard, now, testKey, answer }: Props) {
  return (
    <AccountSection id="test" title="Testa larmet">
      <p>
        Ett test går samma väg som ett larm, men är märkt TEST överallt och ingen rycker ut. Ditt hem visas inte för
        någon.
      </p>
      {unheard ? <NotHeard {...unheard} now={now} /> : null}
      {testedAt ? (
        <p>
          Du testade senast {formatMomentSeen(testedAt, now)}.{' '}
          <Link to={href('/dashboard/customer/safety/history')}>Se vilka som fick det</Link>
        </p>
      ) : null}
      <IntentForm
        intent="test"
        section="test"
        hidden={{ key: testKey }}
        answer={answer}
        submit={{
          children: 'Skicka testlarm',
          busyText: 'Skickar test...',
          variant: testedAt ? 'secondary' : 'primary',
        }}
      />
    </AccountSection>
  )
}

/** A test that is not known to have reached anybody, and what to do about it. */
function NotHeard({ at, isUnderWay, now }: Unheard & { now: Date }) {
  const when = formatMomentSeen(at, now)
  if (isUnderWay) {
    return <p>Testet {when} är på väg ut. Ladda om sidan om en liten stund, så står här om det nådde någon.</p>
  }
  return (
    <p className="rounded-control border-2 border-lamp px-4 py-3">
      <strong>Testet {when} nådde ingen som kan komma.</strong> Prova igen om en stund. Når det fortfarande ingen, så{' '}
      <Link to={`${href('/')}#contact`} className="link">
        hör av dig till oss
      </Link>
      . Ring {EMERGENCY_NUMBER} om du är i fara.
    </p>
  )
}
