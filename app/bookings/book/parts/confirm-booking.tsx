import { Link, useNavigation } from 'react-router'
import { formatDuration, servicePlaces } from '~/companies/public'
import type { Refusal } from '~/shared/outcome'
import { Card } from '~/ui/card'
import { Button } from '~/ui/form/button'
import { Checkbox } from '~/ui/form/choice'
import { Form } from '~/ui/form/form'
import { LoadingText } from '~/ui/skeleton'
import { KeepCompany } from '../../favourites/parts/keep-company'
import { bookingMoney } from '../../money'
import { MoreServices } from '../../visit/parts/more-services'
import { visitMessages } from '../../visit/visit'
import { WaitLink } from '../../waiting/parts/wait-link'
import { EARLY_START } from '../../withdrawal'
import { type BookSearch, bookAddress, repeatAddress } from '../book-address'
import { spokenDay } from '../day-words'
import type { BookPage, ChosenService } from '../read-book-page.server'
import { seenOfVisit } from '../seen-terms'
import { BookingDetails } from './booking-details'
import { DayChoice } from './day-choice'
import { TimeChoices } from './time-choices'

type Props = {
  page: BookPage
  chosen: ChosenService
  search: BookSearch
  answer: { refusal: Refusal; values: Record<string, string> } | undefined
}

/** The chosen service with its times and price, and the button that books. */
export function ConfirmBooking({ page, chosen, search, answer }: Props) {
  const { service, services } = chosen
  const [, ...more] = services
  const isAboutMore = answer?.refusal.fields.also !== undefined
  const navigation = useNavigation()
  const isSending = navigation.formMethod === 'POST'
  const asksForDay = navigation.state === 'loading' && !isSending && navigation.location.search.includes('day=')
  // Always computed from the page as it is rendered now, also after a refusal, and not from the values posted before:
  // the member has to have read these terms.
  const seen = seenOfVisit(services.map((one) => ({ ...one, ...bookingMoney(one.listOre, page.hasDiscount) })))
  return (
    <Card as="section" id="boka" aria-labelledby="boka-rubrik" className="scroll-mt-6">
      <h2 id="boka-rubrik" className="text-h3">
        Bekräfta bokning
      </h2>
      <p className="mt-2 wrap-anywhere">
        <strong className="font-semibold">{services.map(({ title }) => title).join(' + ')}</strong>
        <span className="block text-soft">
          {service.companyName}, {formatDuration(chosen.durationMin)},{' '}
          {servicePlaces[service.place].reader.toLowerCase()}
        </span>
      </p>
      <div className="mt-6 grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <div className="grid gap-3">
          <MoreServices
            search={search}
            chosen={chosen}
            hasDiscount={page.hasDiscount}
            refusal={isAboutMore ? answer.refusal : chosen.more.refusal}
          />
          <DayChoice search={search} chosen={chosen} />
          <WaitLink chosen={chosen} />
        </div>
        <Form
          action={`${bookAddress(search)}#boka`}
          refusal={isAboutMore ? null : answer?.refusal}
          values={answer?.values}
          className="grid max-w-136 gap-6"
        >
          <input type="hidden" name="key" value={answer?.values.key ?? page.key} />
          <input type="hidden" name="service" value={service.id} />
          <input type="hidden" name="also" value={more.map(({ id }) => id).join(' ')} />
          <input type="hidden" name="day" value={chosen.day ?? ''} />
          <input type="hidden" name="seen" value={seen} />
          <div id="tider" className="scroll-mt-6" aria-live="polite">
            {asksForDay ? <LoadingText>Laddar tider...</LoadingText> : <Times chosen={chosen} />}
          </div>
          {more.length > 0 ? (
            <p className="text-small text-soft">{visitMessages.repeats}</p>
          ) : chosen.day && chosen.starts.length > 0 ? (
            <p>
              <Link
                to={repeatAddress({ service: service.id, day: chosen.day })}
                className="link inline-flex min-h-12 items-center font-semibold"
              >
                Ska det upprepas? Varje, varannan eller var fjärde vecka
              </Link>
            </p>
          ) : null}
          <BookingDetails page={page} chosen={chosen} isOpen={Boolean(answer)} />
          {chosen.asksForEarlyStart && <Checkbox name="early" label={EARLY_START} />}
          <Button
            type="submit"
            size="large"
            busy={isSending}
            busyText="Skickar bokning..."
            disabled={chosen.starts.length === 0}
          >
            Bekräfta bokning
          </Button>
        </Form>
      </div>
      <div className="mt-6">
        <KeepCompany
          company={{ id: service.companyId, name: service.companyName }}
          isKept={page.favourites.some(({ id }) => id === service.companyId)}
          service={service.id}
        />
      </div>
      <p className="mt-4 lg:hidden">
        <Link
          to={bookAddress({ ...search, service: null, also: [], day: null })}
          className="link inline-flex min-h-12 items-center"
        >
          Välj en annan tjänst
        </Link>
      </p>
    </Card>
  )
}

function Times({ chosen }: { chosen: ChosenService }) {
  if (chosen.day && chosen.starts.length > 0) {
    // A new list remounts the choice, so that its first time is preselected if the previous one is taken.
    const list = chosen.starts.map(({ at }) => at).join()
    return (
      <>
        <TimeChoices key={list} legend={`Starttid ${spokenDay(chosen.day)}`} starts={chosen.starts} />
        {chosen.clashing.length > 0 && (
          <p className="mt-3 text-small wrap-anywhere">Krockar med en egen bokning: {chosen.clashing.join(', ')}.</p>
        )}
      </>
    )
  }
  if (chosen.nextFree === null) {
    return (
      <p>
        {chosen.service.companyName} har inga lediga tider de närmaste tre månaderna. Ring gärna och fråga:{' '}
        <a href={`tel:${chosen.companyPhone.replace(/[^+\d]/g, '')}`} className="link inline-block">
          {chosen.companyPhone}
        </a>
        .
      </p>
    )
  }
  if (chosen.day && chosen.noneBecause) {
    return (
      <p>
        <span className="inline-block font-semibold first-letter:uppercase">{spokenDay(chosen.day)}</span> går inte att
        boka: {chosen.noneBecause.toLowerCase()}.
      </p>
    )
  }
  return null
}
