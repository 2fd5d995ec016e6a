import { EmptyStreet } from '~/pictures/scenes'
import { formatOre, MEMBER_PRICE_ORE } from '~/shared/money'
import { PILOT_AREA, PRODUCT_NAME } from '~/shared/product'

const people = [
  {
    title: 'Du som bor här',
    text: `Larm, kvällsrundor och 10 % rabatt hos företagen. ${formatOre(MEMBER_PRICE_ORE)} i månaden.`,
  },
  {
    title: 'Företaget runt hörnet',
    text: 'Kunder på gångavstånd, bokningar i telefonen och ett namn i kvarteret.',
  },
  {
    title: 'Väktaren på rundan',
    text: 'Får larmet direkt, tar det med ett tryck och berättar vad som hände.',
  },
  {
    title: 'Kommunen och andra',
    text: 'Ett kvarter som går att mäta: färre resor, fler som arbetar nära, fler som känner sig trygga.',
  },
]

export function About() {
  return (
    <section id="about" aria-labelledby="about-title" className="section bg-mist">
      <div className="page">
        <div className="grid items-center gap-x-20 gap-y-10 lg:grid-cols-[1.15fr_1fr]">
          <div>
            <h2 id="about-title" className="text-h1">
              Ett kvarter i taget
            </h2>
            <p className="mt-6 max-w-[48ch] text-lead">
              {PRODUCT_NAME} börjar i {PILOT_AREA}. Här går vi ihop om det som är för stort för en och för nära för en
              myndighet: att någon går förbi på kvällen, att hjälpen hittar fram, att pengarna för städning och
              klippning stannar i kvarteret.
            </p>
            <p className="mt-4 max-w-[48ch] text-soft">
              Inget öppet flöde, inga bilder på grannar, inga rykten. Bara det som behövs för att det ska fungera.
            </p>
          </div>
          <EmptyStreet className="max-w-none" />
        </div>
        <ul className="mt-14 grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
          {people.map((person) => (
            <li key={person.title} className="border-ink border-t-2 pt-4">
              <h3 className="text-h4">{person.title}</h3>
              <p className="mt-1 text-soft">{person.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
