import { href } from 'react-router'
import { currentTerms } from '~/accounts/public.server'
import { pageMeta } from '~/door/page-meta'
import { PRODUCT_NAME } from '~/shared/product'
import { LegalPage, type LegalSection, List } from '../parts/legal-page'
import type { Route } from './+types/privacy'

export { clientMiddleware, handle } from '~/door/plain-page'

const sections: LegalSection[] = [
  {
    id: 'ansvarig',
    title: 'Vem som ansvarar',
    text: (
      <p>
        {PRODUCT_NAME} är personuppgiftsansvarig för det som står här. Frågor om dina uppgifter ställer du i{' '}
        <a href="/#contact">kontaktformuläret</a>, så svarar vi senast inom en månad. När du bokar ett företag ansvarar
        företaget för det som det gör med dina uppgifter i sitt eget arbete.
      </p>
    ),
  },
  {
    id: 'uppgifter',
    title: 'Vilka uppgifter vi har, och varför',
    text: (
      <>
        <PurposeList
          purposes={[
            {
              title: 'Ditt konto',
              what: 'Namn, e-post, mobilnummer, postnummer, lösenord (bara som ett kontrollvärde), vilka villkor du har godkänt eller fått veta om, och när.',
              why: 'För att du ska kunna vara medlem. Grund: avtalet med dig.',
            },
            {
              title: 'Trygghetslarm',
              what: 'Vad du skriver, när, vem som tog emot, vad som hände sedan och om du sa att du gömmer dig. Telefonens plats bara om du själv väljer att skicka med den.',
              why: 'För att hjälpen ska hitta fram och för att det ska gå att se efteråt vad som gjordes. Grund: avtalet och vårt berättigade intresse av att larmen går att följa upp.',
            },
            {
              title: 'Ditt hem, om du fyller i det',
              what: 'Gata, nummer, våning, namnet på dörren, portkod och det du vill att den som kommer ska veta, till exempel att du hör dåligt. Sparas krypterat.',
              why: 'För att den som kommer till ditt larm ska hitta till rätt dörr. Grund: avtalet, och för det du skriver om din hälsa ditt samtycke, som du tar tillbaka genom att ta bort det.',
            },
            {
              title: 'De som får veta när du larmar',
              what: 'Namn och mobilnummer eller e-post till högst fem personer som du själv väljer, och när de sa ja.',
              why: 'För att de ska få veta när du larmar och se hur det går. De ser aldrig var du är eller vad du skrev. Grund: avtalet med dig, och deras eget ja. De kan lämna när de vill. Säger någon nej eller STOPP sparar vi bara ett kontrollvärde av numret eller adressen, så att ingen frågar igen.',
            },
            {
              title: 'Följ mig hem',
              what: 'När du räknar med att vara hemma, och telefonens plats bara om du väljer det: den senaste, så länge du är på väg.',
              why: 'För att vi ska kunna fråga dig och larma om du inte kommer hem. Kommer du hem glöms platsen direkt. Grund: avtalet med dig, och ditt samtycke till platsen.',
            },
            {
              title: 'Bokningar, omdömen och poäng',
              what: 'Tjänst, tid, pris, företag, din adress när jobbet görs hemma hos dig, det du och företaget skriver till varandra, betalning, omdöme och poäng. Adressen och det ni skriver ser bara ni två. Ett omdöme visas för alla, med ditt förnamn.',
              why: 'För att företaget ska kunna utföra tjänsten och priset bli rätt. Grund: avtalet. Det som är bokföring sparar vi för att lagen kräver det.',
            },
            {
              title: 'Företag',
              what: 'Företagets uppgifter, kontaktperson, paket, betalningar och den som har tipsat. Namn, adress, organisationsnummer och momsnummer står på företagets sida; ett nummer som är ett personnummer bara för den som är inloggad.',
              why: 'För katalogen, bokningarna och ambassadörsförmånen, och för att den som köper ska veta av vem. Grund: avtalet, lagen och vårt berättigade intresse av att betala ut rätt förmån.',
            },
            {
              title: 'Meddelanden till oss',
              what: 'Namn, e-post, vad det gäller och vad du skriver.',
              why: 'För att svara dig. Grund: vårt berättigade intresse av att svara den som frågar.',
            },
            {
              title: 'Säkerhet',
              what: 'Inloggningar, tid och nätadress (IP).',
              why: 'För att skydda kontona mot intrång. Grund: vårt berättigade intresse av en säker tjänst.',
            },
          ]}
        />
        <p>
          Skriv helst inte om hälsa, tro eller annat känsligt i ett larm, ett meddelande eller om ditt hem om det inte
          behövs.
        </p>
      </>
    ),
  },
  {
    id: 'plats',
    title: 'Din plats och ditt hem',
    text: (
      <>
        <p>
          Vi frågar alltid innan vi tar reda på var telefonen är, och larmet går lika bra utan. Platsen visas för de
          väktare som larmas, tills någon har tagit larmet. Sedan visas den för den som har det, för den som kommer med
          och för den som sköter tjänsten, aldrig i ett SMS och aldrig för grannar. Varje gång någon tittar på den
          antecknas det. Säger du ja fortsätter platsen att skickas medan larmet är öppet och sidan är framme, tills du
          säger stopp.
        </p>
        <p>
          Ditt hem visas bara för den som kan komma till ett larm du har ute, och bara medan larmet är öppet. Det visas
          inte om du säger att du är någon annanstans. Varje gång någon tittar antecknas det, och det står aldrig i ett
          SMS, ett mejl eller en notis.
        </p>
        <p>
          Kartan bredvid larmet ritar vi själva. Väljer den som åker till dig att öppna en karta på nätet får den veta
          platsen, men inte vem det gäller.
        </p>
        <p>Efter 30 dagar gör vi platsen ungefärlig, så att det inte längre går att se exakt var du var.</p>
      </>
    ),
  },
  {
    id: 'utskick',
    title: 'SMS, mejl och notiser',
    text: (
      <>
        <p>
          SMS om trygghet och SMS med erbjudanden är två olika samtycken. Du kan säga ja till det ena och nej till det
          andra, och ändra dig när du vill på din sida. Varje erbjudande går att stoppa genom att svara STOP.
        </p>
        <p>
          Du kan ställa in tysta timmar. Besked om ett larm som rör dig skickas ändå. Det du måste få veta om avtalet,
          till exempel en ändring av villkoren, skickar vi alltid.
        </p>
      </>
    ),
  },
  {
    id: 'mottagare',
    title: 'Vilka som får se uppgifterna',
    text: (
      <>
        <List
          items={[
            'Företag du bokar: namn, telefon, e-post och vad du har bokat.',
            'Trygghetspartner i ditt område, och i nästa steg i områdena intill: det de behöver för att hjälpa dig när du larmar.',
            'Trygghetspartnerns larmcentral, om den har en: att det är larm, när och i vilket postnummer. Platsen bara krypterad och om du har låtit larmet ta med den. Aldrig ditt namn, ditt nummer eller det du skriver.',
            'De som du själv har valt ska få veta: ditt förnamn, att du har larmat och hur det går, aldrig var.',
            'Leverantörer som sköter drift, SMS, samtal, mejl och betalning åt oss, med avtal om att bara göra det.',
            'Myndigheter, när lagen kräver det.',
          ]}
        />
        <p>
          Vi säljer inga uppgifter. Det finns inget öppet flöde där grannar kan läsa om varandra. Skulle någon
          leverantör behandla uppgifter utanför EU/EES sker det bara med det skydd som dataskyddsförordningen kräver.
        </p>
      </>
    ),
  },
  {
    id: 'tider',
    title: 'Hur länge vi sparar',
    text: (
      <List
        items={[
          'Kontot: tills du tar bort det.',
          'Platsen i ett larm: exakt i 30 dagar, därefter ungefärlig.',
          'Ditt hem: tills du tar bort det, eller kontot.',
          'Larmets händelser: så länge de behövs för att följa upp larmet. Tar du bort kontot försvinner ditt namn från dem.',
          'De som får veta när du larmar: tills du tar bort dem eller de lämnar. Den som inte svarar glöms efter 30 dagar.',
          'Följ mig hem: platsen tills du är hemma, resten i ett dygn. Går larmet följer platsen med det.',
          'Bokningar: tills du tar bort kontot. Därefter finns summorna kvar, men inte vem du är, var du bor eller vad ni skrev till varandra.',
          'Betalningar och kvitton: sju år efter räkenskapsårets slut, enligt bokföringslagen.',
          'Meddelanden i kontaktformuläret: 90 dagar efter att de är besvarade eller avslutade.',
          'Omdömen som du har anmält: tills omdömet eller ditt konto är borta.',
          'Väntelistor och sparade företag: tills du lämnar dem eller tar bort kontot. En väntelista också tills dagarna har varit, eller du har fått en tid.',
          'Mejl, SMS och notiser som vi har skickat till dig om en bokning, ett omdöme eller ett utskick: 90 dagar. Om pengar, avtal, poäng eller vem som har kommit in på ditt konto: 400 dagar.',
          'Länkar, koder och påminnelser: 30 dagar. Själva länken eller koden bara tills den är skickad.',
          'Dina svar på våra SMS, och besked om att SMS har kommit fram: 90 dagar.',
          'Tar du bort kontot försvinner meddelandena till dig direkt, också de som gick till en adress du hade förut.',
        ]}
      />
    ),
  },
  {
    id: 'kakor',
    title: 'Kakor',
    text: (
      <>
        <p>Vi använder bara kakor som tjänsten behöver. De kräver inget samtycke.</p>
        <List
          items={[
            'En håller dig inloggad. Loggar du in med en passnyckel finns det en till i några minuter.',
            'En minns i 400 dagar att någon har loggat in i webbläsaren förut, så att den som gissar ditt lösenord inte låser ute dig.',
            'En minns en notis till nästa sida, och en minns i sju dagar om du har fällt ihop menyn.',
            'Väktare: en håller telefonen inloggad på länken från företaget, och en minns i ett dygn var länken öppnades.',
          ]}
        />
        <p>
          Inga kakor från andra, ingen annonsspårning, inga mätverktyg. Sidorna hämtar ingenting från någon annan
          webbplats.
        </p>
      </>
    ),
  },
  {
    id: 'rattigheter',
    title: 'Dina rättigheter',
    text: (
      <>
        <p>Du har rätt att</p>
        <List
          items={[
            'få veta vilka uppgifter vi har och hämta dem som en fil, direkt på din sida',
            'rätta det som är fel',
            'ta bort ditt konto',
            'ta tillbaka ett samtycke när du vill, utan att det ändrar det som redan är gjort',
            'invända mot det vi gör med stöd av berättigat intresse, eller be oss begränsa det',
            'ta med dig dina uppgifter till någon annan.',
          ]}
        />
        <p>
          Tycker du att vi gör fel får du gärna säga det till oss. Du kan alltid klaga hos Integritetsskyddsmyndigheten,{' '}
          <a href="https://www.imy.se">imy.se</a>.
        </p>
      </>
    ),
  },
  {
    id: 'beslut',
    title: 'Automatiska beslut',
    text: (
      <p>
        Tjänsten väljer själv vilka trygghetspartner som får ett larm, efter postnummer och avstånd. Inga beslut som
        påverkar dina rättigheter fattas utan en människa.
      </p>
    ),
  },
  {
    id: 'andringar',
    title: 'Ändringar',
    text: <p>Ändrar vi något som har betydelse för dig talar vi om det innan det börjar gälla.</p>,
  },
]

type Purpose = { title: string; what: string; why: string }

function PurposeList({ purposes }: { purposes: readonly Purpose[] }) {
  return (
    <dl className="grid gap-5">
      {purposes.map((purpose) => (
        <div key={purpose.title} className="border-line border-t pt-4">
          <dt className="font-semibold">{purpose.title}</dt>
          <dd className="mt-1">{purpose.what}</dd>
          <dd className="mt-1 text-soft">{purpose.why}</dd>
        </div>
      ))}
    </dl>
  )
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Integritet',
    description: `Vilka personuppgifter ${PRODUCT_NAME} har om dig, varför, hur länge och vilka rättigheter du har.`,
    path: href('/integritet'),
  })
}

export function loader() {
  return { version: currentTerms() }
}

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  return (
    <LegalPage
      title="Integritet"
      lead="Det här vet vi om dig, varför, hur länge och vad du kan göra åt det."
      version={loaderData.version}
      inShort={[
        'Vi sparar det som behövs för att tjänsten ska fungera, och inte mer.',
        'Din plats skickas bara om du väljer det, och blir ungefärlig efter 30 dagar.',
        'SMS om trygghet och SMS med erbjudanden är två olika samtycken.',
        'Inga kakor från andra och ingen spårning.',
        'Du kan hämta alla dina uppgifter som en fil, och ta bort kontot.',
      ]}
      sections={sections}
    />
  )
}
