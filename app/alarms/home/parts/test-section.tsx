import { href, Link } from 'react-router'
import { AccountSection } from '~/accounts/public'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { formatMoment } from '~/shared/time'

type Props = { testedAt: Date | null; testKey: string; answer: FormAnswer | undefined }

export function TestSection({ testedAt, testKey, answer }: Props) {
  return (
    <AccountSection id="test" title="Testa larmet">
      <p>
        Ett test går samma väg som ett larm, men är märkt TEST överallt och ingen rycker ut. Ditt hem visas inte för
        någon.
      </p>
      {testedAt ? (
        <p>
          Du testade senast {formatMoment(testedAt)}.{' '}
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
