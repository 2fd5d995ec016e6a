import { Steps } from '~/ui/steps'

type Props = { email: string; inYourMonth: string }

/** The steps after the application; nothing is paid on this page. */
export function AfterApplication({ email, inYourMonth }: Props) {
  return (
    <section aria-labelledby="sedan">
      <h2 id="sedan" className="text-h3">
        Så går det till sedan
      </h2>
      <Steps
        className="mt-6"
        items={[
          { title: 'Vi reserverar', text: 'Det ni har valt är ert från samma stund, och ni får ett mejl om det.' },
          {
            title: 'Vi kontaktar er för betalning',
            text: (
              <>
                Det gör vi på <span className="wrap-anywhere hyphens-none">{email}</span>.
              </>
            ),
          },
          { title: 'Betalningen kommer in', text: 'Då aktiverar vi paketet. Ni ser det under Paket i er portal.' },
          { title: 'Er månad börjar', text: inYourMonth },
        ]}
      />
    </section>
  )
}
