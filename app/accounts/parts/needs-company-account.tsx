import { Form, href, Link, useLocation } from 'react-router'
import type { Role } from '~/shared/role'
import { Button } from '~/ui/form/button'
import { NarrowPage } from './narrow-page'

const whoIs = {
  member: 'som privatperson',
  admin: 'som administratör',
  company: 'med ett konto som inte har något företag kvar',
} as const satisfies Record<Role, string>

/** Explains to a signed-in person why they cannot register a company with this account, and what to do instead. */
export function NeedsCompanyAccount({ email, role }: { email: string; role: Role }) {
  const { pathname, search } = useLocation()
  return (
    <NarrowPage title="Företaget behöver ett eget konto">
      <div className="grid gap-4">
        <p>
          Du är inloggad {whoIs[role]}, <strong className="wrap-anywhere hyphens-none">{email}</strong>.
        </p>
        <p>
          Ett företag har ett eget konto med en egen e-postadress, så att det du gör hemma hålls isär från företagets
          bokningar och betalningar.
        </p>
        <Form method="post" action={href('/logout')} className="mt-2">
          <input type="hidden" name="redirectTo" value={pathname + search} />
          <Button type="submit">Logga ut och registrera företaget</Button>
        </Form>
        <p>
          <Link to={href('/dashboard')}>Tillbaka till min sida</Link>
        </p>
      </div>
    </NarrowPage>
  )
}
