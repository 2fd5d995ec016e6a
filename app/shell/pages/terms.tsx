import { href } from 'react-router'
import { currentTerms, newestNews, newsId } from '~/accounts/public.server'
import { pageMeta } from '~/door/page-meta'
import { formatOre, MEMBER_PRICE_ORE } from '~/shared/money'
import { EMERGENCY_NUMBER, PRODUCT_NAME } from '~/shared/product'
import { formatDate } from '~/shared/time'
import { LegalPage, type LegalSection, List } from '../parts/legal-page'
import type { Route } from './+types/terms'

export { clientMiddleware, handle } from '~/door/plain-page'

const memberPrice = formatOre(MEMBER_PRICE_ORE)

const sections: LegalSection[] = [
  {
    id: 'avtalet',
    title: 'Vad avtalet gäller',
    text: (
      <>
        <p>
          {PRODUCT_NAME} är en tjänst för grannar och lokala företag. Som medlem kan du skicka trygghetslarm, se när
          väktarna går sin runda och boka tjänster av företag nära dig. Som företag syns du i katalogen och tar emot
          bokningar.
        </p>
        <p>
          Avtalet gäller mellan dig och {PRODUCT_NAME} från det att du skapar ett konto och godkänner villkoren. För att
          bli medlem ska du ha fyllt 18 år. Den som skapar ett företagskonto ska ha rätt att företräda företaget.
        </p>
      </>
    ),
  },
  {
    id: 'larmet',
    title: `Larmet ersätter inte ${EMERGENCY_NUMBER}`,
    text: (
      <>
        <p>
          <strong>
            Ring alltid <a href={`tel:${EMERGENCY_NUMBER}`}>{EMERGENCY_NUMBER}</a> först om någon är i fara.
          </strong>{' '}
          Trygghetslarmet är ett komplement till polis, ambulans och räddningstjänst, aldrig en ersättning för dem.
        </p>
        <p>
          Ett larm går direkt till de trygghetspartner som är aktiva i ditt postnummer. Har ingen svarat efter en stund
          meddelar vi dem igen, sedan partner i områdena intill, och till sist talar vi om för dig att ingen har
          bekräftat. Du ser hela tiden i tjänsten vad som har hänt. Vi kan inte lova att någon alltid kan komma, och
          inte hur snabbt.
        </p>
        <p>
          Larma när du behöver hjälp, inte på prov eller på skoj. Vill du se hur larmet fungerar finns ett testlarm.
          Upprepat missbruk kan leda till att kontot stängs.
        </p>
      </>
    ),
  },
  {
    id: 'medlemskap',
    title: 'Medlemskap och pris',
    text: (
      <>
        <p>
          De första 30 dagarna är gratis. Därefter kostar medlemskapet {memberPrice} i månaden, inklusive moms, och
          betalas i förskott en månad i taget. Du betalar med Swish eller på något annat sätt som visas när det är dags.
        </p>
        <p>
          Uteblir betalningen pausas rabatter och erbjudanden tills den har kommit in. Efter 14 dagar avslutas
          medlemskapet; då stryker vi månaden, och du är inte skyldig något. Trygghetslarmet fungerar ändå, så länge du
          har ditt konto.
        </p>
        <p>
          Höjer vi priset får du veta det minst 30 dagar i förväg, och du kan säga upp medlemskapet innan det nya priset
          börjar gälla.
        </p>
      </>
    ),
  },
  {
    id: 'uppsagning',
    title: 'Uppsägning',
    text: (
      <>
        <p>
          Medlemskapet har ingen bindningstid. Du säger upp det på din sida när du vill, och det gäller då till slutet
          av den månad du har betalat för. Säger du upp under de första 30 dagarna betalar du ingenting.
        </p>
        <p>
          Du kan också ta bort hela kontot. Vi kan säga upp avtalet med 30 dagars varsel, och genast om någon använder
          tjänsten för att skada andra.
        </p>
        <p>
          Den som bryter mot villkoren kan vi spärra. Du får veta skälet i ett mejl och kan svara på det i{' '}
          <a href="/#contact">kontaktformuläret</a>. Så länge kontot är spärrat går det inte att logga in eller larma
          härifrån, och ett företag syns inte. Det som är bokat står kvar. Ingen ny månad kostar något, men tid som
          redan är betald löper. Hade vi fel får du den tiden tillbaka.
        </p>
      </>
    ),
  },
  {
    id: 'angerratt',
    title: 'Ångerrätt i 14 dagar',
    text: (
      <>
        <p>
          Som privatperson får du ångra medlemskapet inom 14 dagar från den dag du gick med, utan att säga varför. Det
          följer av lagen om distansavtal (2005:59). Samma tid får du från din första betalning, och när du kommit
          tillbaka. Välj Ångra avtalet på sidan Medlemskap, skriv i <a href="/#contact">kontaktformuläret</a> eller
          använd Konsumentverkets ångerblankett. Du får en bekräftelse med mejl.
        </p>
        <p>
          Det du har hunnit betala får du tillbaka inom 14 dagar. Första gången drar vi inte av för de dagar som har
          gått. Kommer du tillbaka och ångrar dig igen betalar du för de dagarna, eftersom medlemskapet då börjar genast
          på din begäran.
        </p>
        <p>
          En bokad tjänst är ett avtal mellan dig och företaget. Det får du ångra inom 14 dagar från att företaget
          bekräftade: välj Ångra avtalet på bokningens sida, eller hör av dig till företaget. Före start betalar du
          ingenting, vad som än gäller för avbokning. Ska jobbet börja inom de dagarna ber vi om ditt samtycke när du
          bokar: då betalar du för den del som är gjord om du ångrar dig mitt i, och när allt är utfört går det inte att
          ångra längre.
        </p>
      </>
    ),
  },
  {
    id: 'bokningar',
    title: 'Bokningar hos företag',
    text: (
      <>
        <p>
          När du bokar sluter du avtal med företaget som utför tjänsten. {PRODUCT_NAME} förmedlar bokningen. Du får 10 %
          rabatt på företagets ordinarie pris, och det pris du ser när du bekräftar är det du betalar.
        </p>
        <p>
          Du betalar direkt till företaget när jobbet är gjort, på det sätt som företaget tar betalt: till exempel
          Swish, kort på plats, faktura eller kontanter. Det står innan du bokar och på bokningen. Ni kan båda notera
          där att den är betald. Är ni inte överens om betalningen säger du det på bokningens sida, så läser vi vad ni
          båda skriver och ger er båda ett besked.
        </p>
        <p>
          En bokning är en förfrågan tills företaget har bekräftat den. Vad som gäller om du avbokar sent bestämmer
          företaget för varje tjänst. Det står innan du bokar och sparas med bokningen.
        </p>
        <p>
          Är du inte nöjd med utförandet, vänd dig först till företaget. Hör av dig till oss om ni inte kommer vidare.
        </p>
      </>
    ),
  },
  {
    id: 'foretag',
    title: 'För företag: paket och avgifter',
    text: (
      <>
        <p>Alla priser för företag är exklusive moms.</p>
        <List
          items={[
            <>
              <strong>Bas</strong>, 295&nbsp;kr i månaden. Resten av månaden ni går med bjuder vi på, och en betald
              månad som huvudsponsor eller säsongspartner har Bas i sig.
            </>,
            <>
              <strong>Huvudsponsor</strong>, 995&nbsp;kr för en månad ni väljer. En huvudsponsor per månad och
              postnummer. Väktarna gör 1–2 extra stopp i veckan under månaden.
            </>,
            <>
              <strong>Säsongspartner</strong>, 1&nbsp;995&nbsp;kr per månad för en till tre månader ni väljer.
            </>,
          ]}
        />
        <p>
          En månad reserveras när ni ansöker och aktiveras när betalningen har kommit in. En reservation som inte
          betalas kan släppas till någon annan; då får ni veta det.
        </p>
        <p>
          På varje genomförd bokning tar vi 5 % av det ordinarie priset i avgift, inklusive moms. Kunden betalar hela
          priset till er. När en månad är över begär vi avgiften för de bokningar som har markerats som genomförda i
          den, och ni betalar inom 10 dagar. Rättas priset på en bokning i efterhand dras avgiften av på nästa. Slutar
          ni är avgiften för det ni har gjort kvar att betala.
        </p>
        <p>
          Grannarna ser märket Månadens sponsor eller Säsongspartner när vi har godkänt företaget, månaden är betald och
          den har börjat. Trygghetspartner kallas bara den som vi har godkänt med giltigt tillstånd, vilket paket den än
          har. En del av det ni betalar, räknat utan moms, går till ronderna i postnumret; hur mycket står på kvittot.
        </p>
        <p>
          Baspaketet kan sägas upp när som helst till slutet av den betalda månaden. Ni ansvarar för att uppgifter,
          priser och tillstånd stämmer och för de tjänster ni utför. En trygghetspartner ska ha de tillstånd och
          försäkringar som lagen kräver; när de går ut skickas inga larm dit.
        </p>
      </>
    ),
  },
  {
    id: 'ambassadorer',
    title: 'Ambassadörer och Kvarterspoäng',
    text: (
      <>
        <p>
          Registrerar sig ett företag på baspaketet med ditt mobilnummer i fältet ”Tipsad av” får du 12 månaders
          medlemskap utan kostnad, när du har bekräftat att numret är ditt. Månaderna läggs efter den tid du redan har.
          Varje företag ger förmånen en gång, och ditt eget företag räknas inte. Vi kan ta tillbaka en förmån som någon
          fått genom att lämna fel uppgifter.
        </p>
        <p>
          Du får 1 poäng för varje hel tiokrona du betalar för en genomförd bokning, 25 för ett omdöme och 500 för ett
          företag du har tipsat om. 500 poäng räcker till en gratis månad. Hos ett och samma företag ger högst fem
          bokningar och fem omdömen i månaden poäng, tillsammans högst 500. Poäng för bokningar som inte har ägt rum tar
          vi tillbaka. Poäng kan inte bytas mot pengar eller överlåtas, och de upphör när kontot tas bort.
        </p>
      </>
    ),
  },
  {
    id: 'ordning',
    title: 'Så beter vi oss mot varandra',
    text: (
      <p>
        Lämna riktiga uppgifter, håll ditt lösenord för dig själv och skriv inget som är olagligt eller hänger ut någon.
        Omdömen ska komma från den som har köpt tjänsten. Ser du något som är fel, säg till, så tittar vi på det.
      </p>
    ),
  },
  {
    id: 'ansvar',
    title: 'Vårt ansvar',
    text: (
      <>
        <p>
          Vi arbetar för att tjänsten alltid ska fungera och talar om när den inte gör det. Telefonnät, ström och andras
          system råder vi inte över, och därför får larmet aldrig vara ditt enda sätt att få hjälp.
        </p>
        <p>
          Vi ersätter skada som vi har orsakat genom att vara vårdslösa. Mot företag är ansvaret begränsat till det
          företaget har betalat oss de senaste tolv månaderna. Inget här begränsar de rättigheter du har enligt
          tvingande lag, till exempel som konsument.
        </p>
      </>
    ),
  },
  {
    id: 'andringar',
    title: 'Ändringar',
    text: (
      <p>
        Ändrar vi villkoren på ett sätt som har betydelse för dig får du veta det minst 30 dagar innan. Är ändringen
        till din nackdel kan du säga upp avtalet innan den börjar gälla. Vi sparar vilken version du har godkänt och
        när.
      </p>
    ),
  },
  {
    id: 'tvist',
    title: 'Om vi inte kommer överens',
    text: (
      <>
        <p>
          Hör av dig i <a href="/#contact">kontaktformuläret</a>, så försöker vi lösa det. Som konsument kan du också
          vända dig till Allmänna reklamationsnämnden, Box 174, 101 23 Stockholm,{' '}
          <a href="https://www.arn.se">arn.se</a>. Vägledning får du hos{' '}
          <a href="https://www.hallakonsument.se">Hallå konsument</a>.
        </p>
        <p>Svensk lag gäller, och en tvist kan prövas av svensk domstol.</p>
      </>
    ),
  },
]

/** Read here, so that the words of all versions are in no script. */
export function loader() {
  return { version: currentTerms(), newsId, newest: newestNews() }
}

/**
 * The last change that matters to those who had an account before it. It stands until the next one: the page is kept for
 * as long as a process lives, so nothing on it may depend on the day.
 */
function newsOf({ newsId, newest }: Route.ComponentProps['loaderData']): LegalSection | undefined {
  if (!newest) return undefined
  const { name, news } = newest
  return {
    id: newsId,
    title: 'Det här är nytt',
    text: (
      <>
        <p>
          Ändrat <time dateTime={name}>{formatDate(name)}</time>:
        </p>
        {news.changes.map((change) => (
          <p key={change}>{change}</p>
        ))}
        <p>
          Den som hade ett konto före dess får ett mejl om det. Då gäller ändringen från{' '}
          <time dateTime={news.earlierFrom}>{formatDate(news.earlierFrom)}</time>, eller från den senare dag som står i
          mejlet. Till dess gäller de villkor som godkändes förut, och det går att{' '}
          <a href="#uppsagning">säga upp avtalet</a>.
        </p>
      </>
    ),
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Villkor',
    description: `Vad som gäller när du är medlem eller företag hos ${PRODUCT_NAME}: pris, uppsägning, ångerrätt och larm.`,
    path: href('/villkor'),
  })
}

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  return (
    <LegalPage
      title="Villkor"
      lead={`Det här gäller mellan dig och ${PRODUCT_NAME}. Vi har försökt skriva så att det går att läsa.`}
      version={loaderData.version}
      inShort={[
        `Ring ${EMERGENCY_NUMBER} först vid akut fara. Larmet ersätter inte ${EMERGENCY_NUMBER}.`,
        `Prova gratis i 30 dagar. Sedan ${memberPrice} i månaden, inklusive moms.`,
        'Ingen bindningstid. Du säger upp när du vill.',
        'Du har ångerrätt i 14 dagar.',
        'Priserna för företag är exklusive moms.',
      ]}
      news={newsOf(loaderData)}
      sections={sections}
    />
  )
}
