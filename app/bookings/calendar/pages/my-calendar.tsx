import { href, Link } from 'react-router'
import { answerDeed, type Deed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { Card } from '~/ui/card'
import { Dialog, DialogButton } from '~/ui/dialog'
import { ButtonLink, buttonClass } from '~/ui/form/button'
import { Icon } from '~/ui/marks/icon'
import { readFeedAddress, renewFeed, revokeFeed } from '../follow-calendar.server'
import { CopyAddress } from '../parts/copy-address'
import type { Route } from './+types/my-calendar'

const address = href('/dashboard/customer/bookings/calendar')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Bokningar i din kalender',
    description: 'Dina bokningar i din egen kalender.',
    path: address,
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'member')
  return { feed: await readFeedAddress(context.get(houseContext), signedIn) }
}

const deeds: Record<string, Deed> = {
  'make-feed': {
    does: ({ house, signedIn }) => renewFeed(house, signedIn),
    says: { title: 'Länken är klar', message: 'Lägg till den i din kalender.' },
    to: address,
  },
  'renew-feed': {
    does: ({ house, signedIn }) => renewFeed(house, signedIn),
    says: { title: 'Länken är bytt', message: 'Den gamla slutade gälla nu.' },
    to: address,
  },
  'revoke-feed': {
    does: ({ house, signedIn }) => revokeFeed(house, signedIn),
    says: { title: 'Länken är borttagen', message: 'Ingen kalender följer dina bokningar längre.' },
    to: address,
  },
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'member')
  const values = await readForm(request, deeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(deeds, asked)
}

export default function MyCalendarPage({ loaderData: { feed }, actionData }: Route.ComponentProps) {
  return (
    <>
      <p>
        <Link to={href('/dashboard/customer/bookings')} className="link inline-flex min-h-12 items-center">
          Alla mina bokningar
        </Link>
      </p>
      <h1 className="text-h2">Bokningar i din kalender</h1>
      <p className="mt-3 prose-width text-lead text-soft">
        Din egen kalender kan följa dina bokningar. Nya tider, ändringar och avbokningar kommer dit av sig själva.
      </p>
      <Card as="section" id="adress" aria-labelledby="lank-titel" className="mt-6 grid max-w-3xl scroll-mt-6 gap-5">
        <h2 id="lank-titel" className="text-h3">
          Din länk
        </h2>
        {feed ? (
          <>
            <CopyAddress address={feed.address} />
            <p className="text-soft">
              Den är hemlig: den som har den kan läsa var och när du har bokat något.{' '}
              {feed.lastRead ? `En kalender hämtade den senast ${feed.lastRead}.` : 'Ingen kalender har hämtat den än.'}
            </p>
            <div className="flex flex-wrap gap-3">
              <a href={feed.address.replace(/^https?:/, 'webcal:')} className={buttonClass({})}>
                <Icon name="calendar" />
                Öppna i kalendern
              </a>
              <ButtonLink to={feed.address} variant="secondary" icon="download">
                Hämta som fil
              </ButtonLink>
            </div>
          </>
        ) : (
          <>
            <p>
              Du har ingen länk än. Den som har länken kan läsa var och när du har bokat något, så ge den inte till
              andra.
            </p>
            <IntentForm
              intent="make-feed"
              section="adress"
              answer={actionData}
              submit={{ children: 'Skapa en länk', busyText: 'Skapar...' }}
            />
          </>
        )}
      </Card>
      {feed ? (
        <>
          <section aria-labelledby="hur" className="mt-10 max-w-3xl">
            <h2 id="hur" className="text-h3">
              Så gör du
            </h2>
            <ul className="mt-4 grid gap-3">
              <li>
                <strong>iPhone och Mac:</strong> tryck på Öppna i kalendern och välj Prenumerera.
              </li>
              <li>
                <strong>Google Kalender:</strong> på en dator, välj Andra kalendrar, Från webbadress, och klistra in
                länken.
              </li>
              <li>
                <strong>Outlook:</strong> välj Lägg till kalender, Prenumerera från webben, och klistra in länken.
              </li>
            </ul>
            <p className="mt-3 text-soft">
              Hur ofta kalendern tittar bestämmer den själv. Google kan dröja några timmar.
            </p>
          </section>
          <section aria-labelledby="byt" className="mt-10 max-w-3xl">
            <h2 id="byt" className="text-h3">
              Har någon annan fått länken?
            </h2>
            <p className="mt-2 text-soft">
              Byt den, så slutar den gamla att gälla med en gång. Eller ta bort den helt.
            </p>
            <div className="mt-4 flex flex-wrap gap-3">
              <DialogButton dialog="byt-adress">Byt länk</DialogButton>
              <DialogButton dialog="ta-bort-adress" variant="quiet" icon="trash">
                Ta bort länken
              </DialogButton>
            </div>
          </section>
          {/* Another address is another dialog: the one that made it has done its work. */}
          <Dialog key={feed.address} id="byt-adress" title="Byta länk?">
            <p>Kalendrar som följer den gamla slutar få något. Du behöver lägga till den nya i dem.</p>
            <IntentForm
              intent="renew-feed"
              section="adress"
              answer={actionData}
              submit={{ children: 'Byt länk', busyText: 'Byter...' }}
              className="mt-5"
            />
          </Dialog>
          <Dialog id="ta-bort-adress" title="Ta bort länken?">
            <p>
              Ingen kalender får veta något mer. Det som redan står i din kalender kan stå kvar tills du tar bort det.
            </p>
            <IntentForm
              intent="revoke-feed"
              section="adress"
              answer={actionData}
              submit={{ children: 'Ta bort', busyText: 'Tar bort...', variant: 'alarm', icon: 'trash' }}
              className="mt-5"
            />
          </Dialog>
        </>
      ) : null}
    </>
  )
}
