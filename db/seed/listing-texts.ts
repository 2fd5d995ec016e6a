import type { Category, ServicePlace } from '~/companies/public'

export type DemoService = {
  title: string
  description: string
  category: Category
  kronor: number
  minutes: number
  /** Where the service is done, if not where its category usually is. */
  place?: ServicePlace
  /** The share of the price that is labour; only for services with a tax deduction. */
  labourPercent?: number
}

/** In days from the day on which the demo is seeded. */
type Period = { from: number; to: number }

export type DemoListing = {
  services: DemoService[]
  hours: { weekdays: number[]; spans: [opens: string, closes: string][] }[]
  offers?: (Period & { title: string; description: string })[]
  closed?: (Period & { reason: string })[]
}

const workdays = [1, 2, 3, 4, 5]

export const demoListings: Record<string, DemoListing> = {
  'Lind Städ & Hem': {
    services: [
      {
        title: 'Hemstäd, två timmar',
        description: 'Kök, badrum och golv i en lägenhet på upp till tre rum. Vi tar med medel och dammsugare.',
        category: 'cleaning',
        kronor: 900,
        minutes: 120,
        labourPercent: 100,
      },
      {
        title: 'Storstäd',
        description: 'Hela hemmet från lister till lampor. Ugn och kylskåp ingår.',
        category: 'cleaning',
        kronor: 2_450,
        minutes: 300,
        labourPercent: 100,
      },
      {
        title: 'Flyttstäd med garanti',
        description: 'Enligt mäklarnas lista. Är något inte rent kommer vi tillbaka utan kostnad.',
        category: 'cleaning',
        kronor: 3_200,
        minutes: 420,
        labourPercent: 90,
      },
      {
        title: 'Fönsterputs, lägenhet',
        description: 'Upp till åtta fönster, båda sidor och karmar.',
        category: 'cleaning',
        kronor: 749,
        minutes: 90,
        labourPercent: 95,
      },
    ],
    hours: [{ weekdays: workdays, spans: [['07:30', '17:00']] }],
    offers: [
      {
        title: 'Fönsterputs på köpet',
        description: 'Boka storstäd, så putsar vi köksfönstret utan kostnad.',
        from: -7,
        to: 40,
      },
    ],
    closed: [{ from: 33, to: 40, reason: 'vi är lediga' }],
  },
  'Söderort Trygghet': {
    services: [
      {
        title: 'Genomgång av hemmets lås och larm',
        description: 'En väktare går igenom dörrar, fönster och belysning med dig och lämnar en skriftlig lista.',
        category: 'security',
        kronor: 890,
        minutes: 60,
      },
      {
        title: 'Tillsyn när du är bortrest',
        description: 'Vi går runt huset, tömmer brevlådan och skickar en rapport. Priset är per besök.',
        category: 'security',
        kronor: 240,
        minutes: 20,
      },
    ],
    hours: [
      { weekdays: workdays, spans: [['08:00', '22:00']] },
      { weekdays: [6, 7], spans: [['14:00', '22:00']] },
    ],
  },
  'Björk & Bark Trädgård': {
    services: [
      {
        title: 'Klippa häck, upp till 20 meter',
        description: 'Höjd upp till två meter. Riset tar vi med oss på släpet.',
        category: 'garden',
        kronor: 1_600,
        minutes: 180,
        labourPercent: 85,
      },
      {
        title: 'Beskära äppelträd',
        description: 'Ett träd, med en förklaring av vad vi gjorde och varför.',
        category: 'garden',
        kronor: 1_250,
        minutes: 120,
        labourPercent: 100,
      },
      {
        title: 'Gräsklippning',
        description: 'Upp till 400 kvadratmeter, kanterna också.',
        category: 'garden',
        kronor: 520,
        minutes: 60,
        labourPercent: 90,
      },
    ],
    hours: [
      { weekdays: workdays, spans: [['07:00', '16:00']] },
      { weekdays: [6], spans: [['09:00', '13:00']] },
    ],
    offers: [
      {
        title: 'Två grannar, en resa',
        description: 'Boka samma dag som grannen så drar vi av 150 kronor för er båda.',
        from: -20,
        to: 25,
      },
    ],
  },
  'Salong Solberga': {
    services: [
      { title: 'Klippning', description: 'Tvätt, klippning och fön.', category: 'hair', kronor: 550, minutes: 45 },
      {
        title: 'Barnklippning',
        description: 'Upp till tolv år. Nallen får också klippas.',
        category: 'hair',
        kronor: 320,
        minutes: 30,
      },
      {
        title: 'Klippning hemma hos dig',
        description: 'För dig som har svårt att ta dig till salongen.',
        category: 'hair',
        kronor: 750,
        minutes: 60,
        place: 'customer',
      },
    ],
    hours: [
      { weekdays: [2, 3, 4, 5], spans: [['10:00', '18:00']] },
      { weekdays: [6], spans: [['10:00', '15:00']] },
    ],
  },
  'Mjuka Händer Massage': {
    services: [
      {
        title: 'Klassisk massage',
        description: 'Hela kroppen, i lugn takt.',
        category: 'massage',
        kronor: 790,
        minutes: 60,
      },
      {
        title: 'Nacke, axlar och rygg',
        description: 'För dig som sitter mycket.',
        category: 'massage',
        kronor: 490,
        minutes: 30,
      },
    ],
    hours: [
      {
        weekdays: [1, 2, 4, 5],
        spans: [
          ['09:00', '12:00'],
          ['13:00', '18:30'],
        ],
      },
    ],
  },
  'Fötterna Först': {
    services: [
      {
        title: 'Medicinsk fotvård',
        description: 'Naglar, förhårdnader och fotbad. Vi pratar igenom hur fötterna mår.',
        category: 'foot',
        kronor: 650,
        minutes: 60,
      },
      {
        title: 'Fotvård i hemmet',
        description: 'Samma behandling hemma hos dig i Älvsjö.',
        category: 'foot',
        kronor: 820,
        minutes: 75,
        place: 'customer',
      },
    ],
    hours: [{ weekdays: [1, 3, 5], spans: [['09:00', '16:00']] }],
  },
  'Grannens IT-hjälp': {
    services: [
      {
        title: 'Hjälp hemma med dator och mobil',
        description: 'BankID, skrivare, mejl eller nätet. Vi går inte förrän du kan det själv.',
        category: 'it',
        kronor: 695,
        minutes: 60,
        labourPercent: 100,
      },
      {
        title: 'Rädda bilderna',
        description: 'Från gamla mobiler och datorer till ett ställe där du hittar dem.',
        category: 'it',
        kronor: 1_290,
        minutes: 120,
        labourPercent: 100,
      },
    ],
    hours: [
      { weekdays: workdays, spans: [['09:00', '19:00']] },
      { weekdays: [7], spans: [['12:00', '16:00']] },
    ],
  },
  Följeslagarna: {
    services: [
      {
        title: 'Sällskap till vården',
        description: 'Vi hämtar vid dörren, väntar med dig och skriver upp vad läkaren sa.',
        category: 'accompany',
        kronor: 840,
        minutes: 120,
        labourPercent: 100,
      },
      {
        title: 'Handla tillsammans',
        description: 'Till butiken och hem igen. Vi bär.',
        category: 'accompany',
        kronor: 420,
        minutes: 60,
        labourPercent: 100,
      },
    ],
    hours: [{ weekdays: workdays, spans: [['08:00', '17:00']] }],
  },
  'Älvsjö Hundvakt': {
    services: [
      {
        title: 'Långpromenad i Älvsjöskogen',
        description: 'Högst fyra hundar åt gången. Bild från turen ingår.',
        category: 'dog',
        kronor: 260,
        minutes: 75,
      },
      {
        title: 'Hunddag',
        description: 'Från morgon till kväll, hemma hos oss.',
        category: 'dog',
        kronor: 480,
        minutes: 600,
        place: 'company',
      },
    ],
    hours: [{ weekdays: workdays, spans: [['06:30', '18:00']] }],
  },
}
