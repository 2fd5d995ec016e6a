import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Card } from '~/ui/card'
import { Dialog, DialogButton } from '~/ui/dialog'
import { ButtonLink, buttonClass } from '~/ui/form/button'
import { Icon } from '~/ui/marks/icon'
import { CopyAddress } from './copy-address'

/** Swedish texts that differ by reader: `du` for residents, `ni` for companies. */
export type FeedWords = { title: string; secret: string; none: string; taken: string }

type Props = {
  feed: { address: string; lastRead: string | null } | null
  answer: FormAnswer | undefined
  words: FeedWords
}

/** The secret address of the calendar feed, with the forms to make, replace and revoke it. */
export function FeedSection({ feed, answer, words }: Props) {
  return (
    <>
      <Card as="section" id="adress" aria-labelledby="lank-titel" className="mt-6 grid max-w-3xl scroll-mt-6 gap-5">
        <h2 id="lank-titel" className="text-h3">
          {words.title}
        </h2>
        {feed ? (
          <>
            <CopyAddress address={feed.address} />
            <p className="text-soft">
              {words.secret}{' '}
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
            <p>{words.none}</p>
            <IntentForm
              intent="make-feed"
              section="adress"
              answer={answer}
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
          {/* Remounted for a new address, which closes the dialog after the address has been replaced. */}
          <Dialog key={feed.address} id="byt-adress" title="Byta länk?">
            <p>Kalendrar som följer den gamla slutar få något. Den nya behöver läggas till i dem.</p>
            <IntentForm
              intent="renew-feed"
              section="adress"
              answer={answer}
              submit={{ children: 'Byt länk', busyText: 'Byter...' }}
              className="mt-5"
            />
          </Dialog>
          <Dialog id="ta-bort-adress" title="Ta bort länken?">
            <p>{words.taken}</p>
            <IntentForm
              intent="revoke-feed"
              section="adress"
              answer={answer}
              submit={{ children: 'Ta bort', busyText: 'Tar bort...', variant: 'alarm', icon: 'trash' }}
              className="mt-5"
            />
          </Dialog>
        </>
      ) : null}
    </>
  )
}
