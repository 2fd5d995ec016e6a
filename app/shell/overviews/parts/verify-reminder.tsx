import { href, Link } from 'react-router'
import { Card } from '~/ui/card'
import { Icon } from '~/ui/marks/icon'

const asked = {
  member:
    'Bekräfta din e-postadress, så att viktiga besked når fram. Länken finns i mejlet vi skickade när du registrerade dig.',
  company:
    'Bekräfta er e-postadress, så att viktiga besked når fram. Länken finns i mejlet vi skickade när ni registrerade er.',
}

/** Only a reminder: everything works without verification. */
export function VerifyReminder({ to }: { to: 'member' | 'company' }) {
  return (
    <Card className="mt-6 flex items-start gap-4">
      <Icon name="mail" className="mt-1 size-6 shrink-0 text-lamp-ink" />
      <p>
        {asked[to]} <Link to={href('/dashboard/account')}>Skicka mejlet igen</Link>
      </p>
    </Card>
  )
}
