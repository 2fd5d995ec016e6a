import { formatClock } from '~/shared/time'
import { Card } from '~/ui/card'
import { ButtonLink } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import { isOpen } from '../../alarm'
import { nobodyAtTheEnd } from '../../answer/former/former-takers'
import type { TakerAnswer } from '../../answer/pages/taker-deeds.server'
import type { WholeAlarm } from '../../history/alarm-views'
import { ClosingForm } from '../../partner/parts/closing-form'
import { NoteForm } from '../../partner/parts/deed'
import { HomeShown, WhereWords } from '../../partner/parts/home-shown'
import { NoRinging } from '../../partner/parts/no-ringing'
import { PositionShown } from '../../partner/parts/position-shown'
import { closingForms } from '../../parts/forms-shown'
import { Refused } from '../../parts/refused'
import { whoComeToo } from '../../words/names'

type Props = { alarm: WholeAlarm; noteKey: string; answer: TakerAnswer | undefined }

/** The reporter, the words, and what an operator can do about the alarm. */
export function OperatorDeeds({ alarm, noteKey, answer }: Props) {
  const open = isOpen(alarm.state)
  return (
    <Card as="section" aria-labelledby="larmet" className="grid grid-cols-1 gap-5">
      <h2 id="larmet" className="text-h4">
        {alarm.reporterName ?? 'Borttaget konto'}
      </h2>
      <Refused answer={answer} saidBelow={open ? closingForms(alarm) : []} />
      {alarm.isHiding && open ? <NoRinging /> : null}
      {alarm.reporterPhone && !(alarm.isHiding && open) ? (
        <ButtonLink to={`tel:${alarm.reporterPhone}`} variant="secondary" icon="phone">
          Ring {alarm.reporterShownPhone}
        </ButtonLink>
      ) : null}
      <div className="grid grid-cols-1 gap-3 border-line border-l-3 pl-4">
        <p className="text-lead wrap-anywhere whitespace-pre-line">{alarm.message}</p>
        {alarm.updates.map(({ id, by, message, createdAt }) => (
          <div key={id}>
            <p className="text-small text-soft">
              {by === 'member' ? 'Den som larmade' : by === 'partner' ? 'Partner' : 'Jouren'} kl.{' '}
              {formatClock(createdAt)}
            </p>
            <p className="wrap-anywhere whitespace-pre-line">{message}</p>
          </div>
        ))}
      </div>
      <p>
        {alarm.takerName
          ? `${alarm.takerName} ${open ? 'har' : 'hade'} larmet.`
          : open
            ? 'Ingen har tagit larmet.'
            : `${nobodyAtTheEnd(alarm) ?? 'Ingen tog larmet'}.`}
        {open && alarm.companions.length > 0 ? ` ${whoComeToo(alarm.companions)}.` : ''}
      </p>
      {open && alarm.safeAt ? (
        <p className="font-semibold">Den som larmade sa kl. {formatClock(alarm.safeAt)} att hen är trygg.</p>
      ) : null}
      {open ? <WhereWords place={alarm.place} /> : null}
      {alarm.hasHome ? <HomeShown answer={answer} /> : null}
      {alarm.hasPosition ? <PositionShown answer={answer} /> : null}
      {open ? (
        <>
          <Form action="?#top" className="flex flex-wrap gap-3">
            {alarm.pressWaits ? (
              <SubmitButton name="intent" value="heard" busyText="Svarar...">
                Jag har sett att det larmades igen
              </SubmitButton>
            ) : null}
            {alarm.state === 'new' ? (
              <SubmitButton name="intent" value="take" variant="alarm" busyText="Tar larmet...">
                Ta larmet själv
              </SubmitButton>
            ) : alarm.safeAt ? null : (
              <SubmitButton name="intent" value="handBack" variant="secondary" busyText="Skickar ut...">
                Skicka ut till alla igen
              </SubmitButton>
            )}
          </Form>
          <NoteForm noteKey={noteKey} answer={answer} hint="Den som larmade och den som har larmet ser den." />
          <ClosingForm
            answer={answer}
            isNext={alarm.state === 'on_site'}
            updates={alarm.updates}
            endsAsFalse={alarm.endsAsFalse}
          />
        </>
      ) : null}
    </Card>
  )
}
