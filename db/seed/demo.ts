import { acceptTerms, insertProfile } from '~/accounts/public.server'
import { registerCompany as insertCompany, type NewCompany, upsertPermit } from '~/companies/public.server'
import { startTrial } from '~/membership/public.server'
import { sealDemoSecondFactor } from '~/platform/auth/demo-second-factor.server'
import { hashPassword } from '~/platform/auth/password.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import type { Role } from '~/shared/role'
import { seedAlarms } from './alarms'
import { demoGuardLink, seedGuards } from './guards'
import { seedListings } from './listings'
import { seedMessages } from './messages'
import { joinedDaysAgo, seedFees, seedMoney, takeInOrder } from './money'
import { seedMonths } from './months'
import { seedPatrols } from './patrols'
import { seedPostcodes } from './postcodes'
import { neighbours } from './review-texts'
import { seedReviews } from './reviews'
import { seedUpcoming } from './upcoming'

/** The demo's only password, for made-up people. The demo is seeded only without DATABASE_URL. */
const password = 'kvarter12540'
export const demoLogins = [
  { who: 'Boende', email: 'boende@demo.example', password },
  { who: 'Företag', email: 'foretag@demo.example', password },
  { who: 'Vaktbolag', email: 'foretag01@demo.example', password },
  { who: 'Väktare', email: demoGuardLink, password: '' },
  { who: 'Administratör', email: 'admin@demo.example', password },
]

type DemoCompany = Pick<NewCompany, 'companyName' | 'category' | 'address'> & {
  bio: string
  isPartner?: boolean
  email?: string
}

const companies: DemoCompany[] = [
  {
    companyName: 'Lind Städ & Hem',
    category: 'cleaning',
    address: 'Johan Skyttes väg 190',
    bio: 'Vi städar hemma hos folk i Älvsjö sedan 2011. Samma person varje gång, egna medel utan parfym.',
    email: 'foretag@demo.example',
  },
  {
    companyName: 'Söderort Trygghet',
    category: 'security',
    address: 'Älvsjö stationsgata 15',
    bio: 'Väktare som känner kvarteret. Vi går ronderna i Älvsjö på kvällar och helger och kommer när någon larmar.',
    isPartner: true,
  },
  {
    companyName: 'Björk & Bark Trädgård',
    category: 'garden',
    address: 'Långbrodalsvägen 42',
    bio: 'Häckar, äppelträd och gräsmattor. Vi kommer på cykel med släp och tar med oss riset.',
  },
  {
    companyName: 'Salong Solberga',
    category: 'hair',
    address: 'Folkparksvägen 130',
    bio: 'Klippning för hela familjen, även hemma hos dig som har svårt att ta dig hit.',
  },
  {
    companyName: 'Mjuka Händer Massage',
    category: 'massage',
    address: 'Prästgårdsgatan 23',
    bio: 'Klassisk massage i lugn och ro, fem minuter från stationen.',
  },
  {
    companyName: 'Fötterna Först',
    category: 'foot',
    address: 'Svartlösavägen 8',
    bio: 'Medicinsk fotvård på mottagning och i hemmet. Diplomerad fotterapeut.',
  },
  {
    companyName: 'Grannens IT-hjälp',
    category: 'it',
    address: 'Kristallvägen 3',
    bio: 'Skrivaren, BankID och bilderna i molnet. Vi förklarar tills det känns lätt.',
  },
  {
    companyName: 'Följeslagarna',
    category: 'accompany',
    address: 'Götalandsvägen 220',
    bio: 'Sällskap till läkaren, butiken eller promenaden. Vi hämtar och lämnar vid dörren.',
  },
  {
    companyName: 'Älvsjö Hundvakt',
    category: 'dog',
    address: 'Armborstvägen 11',
    bio: 'Långpromenader i Älvsjöskogen, högst fyra hundar åt gången.',
  },
]

/** Seeds the demo in one transaction: after a start that was cut off, the next one seeds all of it. */
export async function seedDemo(root: Database, now: Date, config: Config, secrets: readonly string[]): Promise<void> {
  const passwordHash = await hashPassword(password)
  await root.transaction().execute(async (db) => {
    const moveIn = async (name: string, email: string, role: Role, phone: string, daysAgo = 0) => {
      const memberStatus = role === 'member' ? ('trial' as const) : null
      const id = await insertProfile(db, { name, email, phone, postcode: '12540', role, memberStatus }, passwordHash)
      await acceptTerms(db, id, now)
      if (role === 'member') await startTrial(db, id, new Date(now.getTime() - daysAgo * 86_400_000))
      return id
    }
    await seedPostcodes(db)
    const alva = await moveIn('Alva Nyström', 'boende@demo.example', 'member', '+46701740601', 24)
    const adminId = await moveIn('Karin Admin', 'admin@demo.example', 'admin', '+46701740602')
    await turnOnSecondFactor(db, adminId, secrets)
    for (const [index, company] of companies.entries()) {
      const number = String(index).padStart(2, '0')
      const email = company.email ?? `foretag${number}@demo.example`
      // Numbers that the Swedish regulator reserves for fiction.
      const phone = `+467017406${10 + index}`
      const ownerId = await moveIn(company.companyName, email, 'company', phone)
      const companyId = await insertCompany(db, ownerId, {
        ...company,
        orgNumber: `556000-00${number}`,
        postcode: '12540',
        phone,
        email,
        referredBy: null,
        plan: company.isPartner ? 'sponsor' : 'base',
      })
      if (company.isPartner)
        await upsertPermit(db, companyId, {
          ...permitChecked(adminId, now),
          ...{ name: company.companyName, orgNumber: `556000-00${number}`, areas: ['12540', '12531'] },
        })
      await db
        .updateTable('companies')
        .set({
          bio: company.bio,
          is_security_partner: company.isPartner ?? false,
          security_status: company.isPartner ? 'active' : null,
          // The last two companies are new and wait for review.
          review_state: index < companies.length - 2 ? 'approved' : 'waiting',
          f_tax_stated: true,
          insurance_stated: index < companies.length - 1,
          // The number that Swish reserves for testing. The last company has not chosen how it is paid.
          swish_number: index < companies.length - 1 ? '1231181189' : null,
          takes_card: index % 2 === 0 && index < companies.length - 1,
          takes_invoice: index % 3 === 0,
        })
        .where('owner_id', '=', ownerId)
        .execute()
    }
    await seedListings(db, now)
    const payments = await seedMonths(db, adminId, now, config)
    const neighbourIds = []
    for (const [index, name] of neighbours.entries()) {
      const email = `granne0${index + 1}@demo.example`
      neighbourIds.push(await moveIn(name, email, 'member', `+467017406${91 + index}`, joinedDaysAgo[index]))
    }
    payments.push(...(await seedMoney(db, { neighbours: neighbourIds, adminId }, now, config)))
    await seedReviews(db, { alva, neighbours: neighbourIds }, now)
    await seedUpcoming(db, { alva, neighbours: neighbourIds }, now)
    payments.push(...(await seedFees(db, adminId, now, config)))
    await takeInOrder(payments)
    const guards = await seedGuards(db, 'Söderort Trygghet', now)
    await seedPatrols(db, guards, now)
    await seedAlarms(db, alva, guards[0] ?? '', now)
    await seedMessages(db, [alva, ...neighbourIds], now)
  })
}

/** Administrators must have a second factor; in the demo the page that asks for the code shows it. */
async function turnOnSecondFactor(db: Database, profileId: string, secrets: readonly string[]) {
  await db
    .insertInto('two_factors')
    .values({ profile_id: profileId, ...(await sealDemoSecondFactor(secrets)) })
    .execute()
  await db.updateTable('profiles').set({ two_factor_enabled: true }).where('id', '=', profileId).execute()
}

/** A guard company without a checked permit is never active for alarms. */
function permitChecked(checkedBy: string, now: Date) {
  const validUntil = `${now.getUTCFullYear() + 2}-06-30`
  return { number: 'BEV-2024-0417', kind: 'Bevakningsföretag', validUntil, checkedBy, checkedAt: now }
}
