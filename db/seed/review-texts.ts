import type { Stars } from '~/reviews/public'

/** Jobs of the made-up neighbours, and their reviews. */
export type DemoJob = {
  company: string
  service: string
  /** Index of a neighbour, or Alva, whose login is printed. */
  who: number | 'Alva'
  daysAgo: number
  review?: { stars: Stars; words: string; answer?: string }
}

export const neighbours = ['Gunilla Ek', 'Samir Haddad', 'Birgitta Sund', 'Johan Bergqvist', 'Leila Amini'] as const

export const demoJobs: DemoJob[] = [
  {
    company: 'Lind Städ & Hem',
    service: 'Hemstäd, två timmar',
    who: 0,
    daysAgo: 96,
    review: {
      stars: 5,
      words: 'Samma snälla Rut varje gång. Köket luktar rent utan att lukta parfym, och katten får vara i fred.',
      answer: 'Tack Gunilla! Rut hälsar till Sotis.',
    },
  },
  {
    company: 'Lind Städ & Hem',
    service: 'Fönsterputs, lägenhet',
    who: 3,
    daysAgo: 61,
    review: { stars: 4, words: 'Fint putsat. De kom en kvart sent men ringde och sa till.' },
  },
  {
    company: 'Lind Städ & Hem',
    service: 'Hemstäd, två timmar',
    who: 'Alva',
    daysAgo: 45,
    review: {
      stars: 5,
      words: 'Äntligen någon som dammsuger under soffan också.',
      answer: 'Det är där det roliga finns. Välkommen åter!',
    },
  },
  { company: 'Lind Städ & Hem', service: 'Storstäd', who: 4, daysAgo: 30, review: { stars: 5, words: '' } },
  {
    company: 'Söderort Trygghet',
    service: 'Genomgång av hemmets lås och larm',
    who: 2,
    daysAgo: 70,
    review: { stars: 5, words: 'Lugn och pedagogisk. Nu vågar jag ha fönstret på glänt igen.' },
  },
  {
    company: 'Söderort Trygghet',
    service: 'Tillsyn när du är bortrest',
    who: 1,
    daysAgo: 38,
    review: { stars: 4, words: 'Bra att få ett meddelande varje dag. Blommorna hade velat ha lite mer vatten.' },
  },
  {
    company: 'Björk & Bark Trädgård',
    service: 'Klippa häck, upp till 20 meter',
    who: 3,
    daysAgo: 84,
    review: { stars: 5, words: 'Rakare än jag någonsin fått den, och riset var borta när jag kom hem.' },
  },
  {
    company: 'Björk & Bark Trädgård',
    service: 'Gräsklippning',
    who: 'Alva',
    daysAgo: 22,
    review: { stars: 4, words: 'Snabbt och vänligt. En liten tuva blev kvar vid postlådan.' },
  },
  {
    company: 'Salong Solberga',
    service: 'Klippning hemma hos dig',
    who: 2,
    daysAgo: 52,
    review: {
      stars: 5,
      words: 'Jag har svårt att ta mig ut efter operationen. De kom hit, och det blev en riktigt trevlig stund.',
    },
  },
  { company: 'Salong Solberga', service: 'Klippning', who: 'Alva', daysAgo: 6 },
  {
    company: 'Mjuka Händer Massage',
    service: 'Klassisk massage',
    who: 4,
    daysAgo: 41,
    review: { stars: 5, words: 'Somnade. Bästa betyg jag kan ge.' },
  },
  {
    company: 'Fötterna Först',
    service: 'Fotvård i hemmet',
    who: 0,
    daysAgo: 27,
    review: { stars: 4, words: 'Kunnig och varsam.' },
  },
  {
    company: 'Grannens IT-hjälp',
    service: 'Hjälp hemma med dator och mobil',
    who: 2,
    daysAgo: 18,
    review: { stars: 5, words: 'Förklarade tre gånger utan att sucka. Nu ser jag barnbarnen i datorn.' },
  },
  {
    company: 'Följeslagarna',
    service: 'Sällskap till vården',
    who: 0,
    daysAgo: 33,
    review: { stars: 5, words: 'Satt med i väntrummet hela tiden. Det betydde mer än jag trodde.' },
  },
  {
    company: 'Älvsjö Hundvakt',
    service: 'Långpromenad i Älvsjöskogen',
    who: 1,
    daysAgo: 15,
    review: { stars: 5, words: 'Bosse var lerig, trött och lycklig.' },
  },
]
