import { CONTACT_LIMITS, interests } from '~/contact/public'
import { LetterBox } from '~/pictures/scenes-of-one-page'
import type { Refusal } from '~/shared/outcome'
import { SelectField, TextArea, TextField } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import { Icon } from '~/ui/marks/icon'

export type ContactAnswer = { refusal: Refusal; values: Record<string, string> }

type ContactProps = {
  /** The message was received. Also confirmed here, since the notice disappears. */
  isThanked: boolean
  answer: ContactAnswer | undefined
}

export function Contact({ isThanked, answer }: ContactProps) {
  return (
    <section id="contact" aria-labelledby="contact-title" className="section bg-mist">
      <div className="page grid gap-x-20 gap-y-10 lg:grid-cols-[1fr_1.2fr]">
        <div>
          <h2 id="contact-title" className="text-h1">
            Hör av dig
          </h2>
          <p className="mt-5 max-w-[40ch] text-lead text-soft">
            Undrar du något, vill du starta i ditt kvarter eller samarbeta med oss? Skriv, så svarar en människa.
          </p>
          {isThanked && !answer ? (
            <p className="mt-6 flex max-w-[40ch] items-start gap-3 font-semibold">
              <Icon name="check" className="mt-0.5 size-6 text-spruce" />
              Vi har fått ditt meddelande och återkommer inom kort.
            </p>
          ) : null}
          <LetterBox className="mt-10 hidden lg:block" />
        </div>
        <Form
          action="/?index#contact"
          refusal={answer?.refusal}
          values={answer?.values}
          className="grid gap-6 rounded-card bg-surface p-[min(1.5rem,6.2vw)] shadow-card sm:p-9"
        >
          <input type="hidden" name="intent" value="contact" />
          <TextField name="name" label="Namn" autoComplete="name" required maxLength={CONTACT_LIMITS.name} />
          <TextField
            name="email"
            label="E-post"
            type="email"
            autoComplete="email"
            inputMode="email"
            required
            maxLength={CONTACT_LIMITS.email}
          />
          <SelectField name="interest" label="Jag är" options={interests} defaultValue="customer" required />
          <TextArea name="message" label="Meddelande" optional />
          <SubmitButton size="large" busyText="Skickar..." className="sm:justify-self-start">
            Skicka
          </SubmitButton>
        </Form>
      </div>
    </section>
  )
}
