import { AccountSection } from '~/accounts/public'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Icon } from '~/ui/marks/icon'
import { PushButton } from './push-button'

type Browser = { id: string; device: string; endpoint: string; since: string }
type Props = { browsers: Browser[]; pushKey: string; answer: FormAnswer | undefined }

/** The browsers that a person has allowed pushes to, and the button for this one. */
export function BrowserSection({ browsers, pushKey, answer }: Props) {
  return (
    <AccountSection id="push" title="Push på dina enheter">
      <p>
        En push syns på skärmen även när sidan är stängd. Den säger vad det gäller, aldrig var någon bor eller vad någon
        har skrivit.
      </p>
      <PushButton pushKey={pushKey} known={browsers.map(({ endpoint }) => endpoint)} answer={answer} />
      {browsers.length > 0 && (
        <>
          <ul className="grid gap-3">
            {browsers.map(({ id, device, since }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
                <p className="flex min-w-0 items-center gap-3">
                  <Icon name="bell" className="size-6 shrink-0 text-spruce" />
                  <span>
                    {device}
                    <span className="block text-small text-soft">Sedan {since}</span>
                  </span>
                </p>
                <IntentForm
                  intent="remove-browser"
                  section="push"
                  answer={answer}
                  row={{ browser: id }}
                  className=""
                  submit={{
                    children: 'Stäng av',
                    'aria-label': `Stäng av push i ${device}`,
                    busyText: 'Stänger av...',
                    variant: 'quiet',
                    size: 'small',
                  }}
                />
              </li>
            ))}
          </ul>
          <IntentForm
            intent="try-push"
            section="push"
            answer={answer}
            className=""
            submit={{ children: 'Skicka ett prov', busyText: 'Skickar...', variant: 'secondary' }}
          />
        </>
      )}
    </AccountSection>
  )
}
