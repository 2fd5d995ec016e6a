import { href } from 'react-router'
import { Button } from '~/ui/form/button'
import { Form } from '~/ui/form/form'

/**
 * Hidden until passkeys/passkey-log-in.ts has found that the browser supports passkeys (progressive enhancement);
 * without scripts only the password form shows. For plain pages only.
 */
export function PasskeyLogIn({ redirectTo }: { redirectTo: string }) {
  return (
    <Form action={href('/auth')} hidden data-passkey className="grid gap-3">
      <input type="hidden" name="intent" value="passkey" />
      <input type="hidden" name="passkey" />
      <input type="hidden" name="redirectTo" value={redirectTo} />
      <Button variant="secondary" busyText="Väntar på din enhet...">
        Logga in med passnyckel
      </Button>
      <p role="status" className="text-small text-soft" />
    </Form>
  )
}
