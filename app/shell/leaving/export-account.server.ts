import { deviceName, isFresh, providerName } from '~/accounts/public'
import {
  readAccount,
  readEmailChange,
  readIdentities,
  readPasskeys,
  readSessionsWhole,
  readTermsAcceptances,
  readTermsNotices,
} from '~/accounts/public.server'
import { exportAlarms, exportCircle, exportSetup, exportWalks } from '~/alarms/public.server'
import {
  exportFavourites,
  exportFeed,
  exportMessages,
  exportOwnBookings,
  exportSeries,
  exportWaits,
} from '~/bookings/public.server'
import { exportCentres } from '~/centres/public.server'
import { exportCompanies } from '~/companies/public.server'
import { exportContactMessages } from '~/contact/public.server'
import { exportGuards } from '~/guards/public.server'
import { exportIntegrations } from '~/integrations/public.server'
import { exportMembership } from '~/membership/public.server'
import { exportNotices } from '~/notifications/public.server'
import { exportMail } from '~/outbox/public.server'
import { exportPayments } from '~/payments/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { exportPoints } from '~/points/public.server'
import { exportReviewReports, exportReviews } from '~/reviews/public.server'
import { PRODUCT_NAME } from '~/shared/product'
import { exportStart } from '../starting/start-store.server'

const notProven =
  'Bekräfta din e-postadress, så kommer det som hör till adressen med. Annars kunde någon annan ha angett den.'

/**
 * All personal data stored about the signed-in person, in readable words; each slice adds its part. Since it is so
 * sensitive, null for a stale login, which must confirm the password first on the page with the link.
 */
export async function exportAccount({ db, clock, keys }: House, signedIn: SignedIn) {
  const now = clock.now()
  if (!isFresh(signedIn, now)) return null
  const { person } = signedIn
  const account = await readAccount(db, person.id)
  const change = await readEmailChange(db, person.id, now)
  const { email, email_verified: isProven } = account
  return {
    om: `Allt som ${PRODUCT_NAME} har sparat om dig. Lösenord och andra hemligheter är utelämnade.`,
    hämtat: now,
    profil: {
      id: account.id,
      namn: account.full_name,
      epost: email,
      epostBekräftad: isProven,
      nyEpostSomVäntar: change?.newEmail ?? null,
      telefon: account.phone,
      telefonBekräftad: account.phone_verified_at,
      postnummer: account.postcode,
      roll: account.user_role,
      medlemskap: account.member_status,
      tvåstegsverifiering: account.two_factor_enabled,
      skapat: account.created_at,
      ändrat: account.updated_at,
    },
    godkändaVillkor: (await readTermsAcceptances(db, person.id)).map(({ version, accepted_at }) => ({
      version,
      godkänt: accepted_at,
    })),
    villkorViHarBerättatOm: (await readTermsNotices(db, person.id)).map(({ version, toldOn, appliesOn }) => ({
      version,
      berättat: toldOn,
      gällerDigFrån: appliesOn,
    })),
    inloggningssätt: (await readIdentities(db, person.id)).map(({ provider, createdAt }) => ({
      sätt: providerName(provider),
      tillagt: createdAt,
    })),
    passnycklar: (await readPasskeys(db, person.id)).map((passkey) => ({
      namn: passkey.name,
      tillagd: passkey.createdAt,
      senastAnvänd: passkey.lastUsedAt,
      senastAnvändPå: passkey.lastUsedOn,
      finnsPåFleraEnheter: passkey.backedUp,
    })),
    inloggningar: (await readSessionsWhole(db, person.id)).map((session) => ({
      enhet: deviceName(session.user_agent),
      webbläsare: session.user_agent,
      ipAdress: session.ip_address,
      började: session.created_at,
      gällerTill: session.expires_at,
    })),
    medlemskap: await exportMembership(db, person.id),
    betalningar: await exportPayments(db, person.id),
    bokningar: await exportOwnBookings(db, person.id),
    bokningarSomUpprepas: await exportSeries(db, person.id),
    meddelandenOmBokningar: await exportMessages(db, person.id),
    väntelistor: await exportWaits(db, person.id),
    sparadeFöretag: await exportFavourites(db, person.id),
    kalenderSomFöljer: await exportFeed(db, person.id),
    omdömen: await exportReviews(db, person.id),
    anmäldaOmdömen: await exportReviewReports(db, person.id),
    kvarterspoäng: await exportPoints(db, person.id),
    företag: await exportCompanies(db, person.id),
    aviseringar: await exportNotices(db, person.id, account.phone_verified_at && account.phone),
    väktare: await exportGuards(db, person.id),
    larmetsInställningar: await exportSetup({ db, keys }, person.id),
    egnaSystem: await exportIntegrations(db, person.id),
    komIgång: await exportStart(db, person.id),
    larmcentraler: await exportCentres(db, person.id),
    larm: await exportAlarms(db, person.id),
    vilkaFårVeta: await exportCircle(db, person.id, account.phone_verified_at && account.phone),
    följMigHem: await exportWalks(db, person.id),
    mejlTillDig: isProven ? await exportMail(db, { id: person.id, email }) : notProven,
    frågorFrånDig: isProven ? await exportContactMessages(db, email) : notProven,
  }
}
