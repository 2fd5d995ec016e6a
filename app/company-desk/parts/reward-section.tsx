import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { rewardStateLabels } from '~/membership/public'
import { RECRUITED_POINTS } from '~/points/public'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { Dialog, DialogButton } from '~/ui/dialog'
import { Checkbox, TextArea } from '~/ui/form/field'
import type { CompanyForAdmin } from '../read-company-for-admin.server'

type Props = { reward: NonNullable<CompanyForAdmin['reward']>; answer: FormAnswer | undefined }

const id = 'tips'

/** The reward for the company's tip, with a form to take it back. */
export function RewardSection({ reward, answer }: Props) {
  const items = [
    { term: 'Nummer', description: reward.referrerPhone ?? 'Medlemmen har lämnat' },
    { term: 'Medlem', description: reward.memberName ?? 'Ingen än' },
    ...(reward.from && reward.until ? [{ term: 'Fritt', description: `${reward.from} – ${reward.until}` }] : []),
    ...(reward.revokedReason ? [{ term: 'Skäl', description: reward.revokedReason }] : []),
  ]
  return (
    <Card as="section" id={id} aria-labelledby={`${id}-title`} className="grid scroll-mt-6 gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={`${id}-title`} className="text-h3">
          Tipset
        </h2>
        <Badge
          tone={reward.state === 'granted' ? 'spruce' : 'neutral'}
          icon={reward.state === 'granted' ? 'check' : 'clock'}
        >
          {rewardStateLabels[reward.state]}
        </Badge>
      </div>
      <DescriptionList items={items} />
      {reward.state !== 'revoked' && (
        <div>
          <DialogButton dialog="ta-tillbaka" variant="secondary">
            Ta tillbaka månaderna
          </DialogButton>
          <Dialog id="ta-tillbaka" title="Ta tillbaka månaderna">
            <p>
              {reward.state === 'granted'
                ? `Medlemmen förlorar 12 fria månader och det som är kvar av ${RECRUITED_POINTS} poäng, och får ett mejl med skälet. Det går inte att ångra.`
                : 'Ingen har fått månaderna än, och ingen kommer att få dem. Det går inte att ångra.'}
            </p>
            <IntentForm
              intent="revoke-reward"
              section="ta-tillbaka"
              answer={answer}
              className="mt-5 grid gap-5"
              submit={{ children: 'Ta tillbaka', busyText: 'Tar tillbaka...', variant: 'alarm' }}
            >
              <TextArea name="reason" label="Varför?" hint="Medlemmen får läsa det här." rows={3} required />
              <Checkbox name="sure" label="Ja, ta tillbaka månaderna" />
            </IntentForm>
          </Dialog>
        </div>
      )}
    </Card>
  )
}
