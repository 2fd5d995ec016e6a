import { href } from 'react-router'
import { notAllWords } from '~/accounts/public'
import { lookForPeople } from '~/accounts/public.server'
import { readForReview } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import { formatSum, referencesIn } from '~/payments/public'
import { formatReference, readChargesByReference } from '~/payments/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { areaName } from '~/postcodes/public'
import { readPostcodes } from '~/postcodes/public.server'

/** The most results of a kind; for more there is that kind's own list. */
const mostOfAKind = 5
const longestText = 100

export type Found = { label: string; to: string; note: string }
export type FoundKind = { kind: string; found: Found[]; all: string | null; notAll: string | null }

/** For an administrator: searches people, companies, postcodes and payments. */
export async function searchEverything({ db }: House, signedIn: SignedIn, asked: string) {
  onlyAdmin(signedIn)
  const text = asked.trim().slice(0, longestText)
  if (text === '') return { text, kinds: [] }
  const kinds = await Promise.all([
    findPeople(db, text),
    findCompanies(db, text),
    findAreas(db, text),
    findCharges(db, text),
  ])
  return { text, kinds: kinds.filter(({ found, notAll }) => found.length > 0 || notAll) }
}

/** The first results of a kind, with a link to its list if there are more. */
function first(kind: string, rows: Found[], list: string): FoundKind {
  return { kind, found: rows.slice(0, mostOfAKind), all: rows.length > mostOfAKind ? list : null, notAll: null }
}

const asking = (list: string, text: string) => `${list}?${new URLSearchParams({ q: text })}`

async function findPeople(db: Database, text: string): Promise<FoundKind> {
  const search = { text, role: null, status: null, postcode: null, onlyBlocked: false }
  const { rows, lookedAt } = await lookForPeople(db, search, null, mostOfAKind + 1)
  const found = rows.map(({ id, name, email }) => ({
    label: name,
    to: href('/dashboard/admin/users/:id', { id }),
    note: email,
  }))
  return { ...first('Användare', found, asking(href('/dashboard/admin/users'), text)), notAll: notAllWords(lookedAt) }
}

async function findCompanies(db: Database, text: string): Promise<FoundKind> {
  const rows = await readForReview(db, {
    list: 'all',
    text,
    order: { by: 'waiting', down: true },
    before: null,
    limit: mostOfAKind + 1,
  })
  const found = rows.map(({ id, name, org_number, isGone }) => ({
    label: name,
    to: href('/dashboard/admin/companies/:id', { id }),
    note: isGone ? `${org_number}, borttaget` : org_number,
  }))
  return first('Företag', found, asking(href('/dashboard/admin/companies'), text))
}

async function findAreas(db: Database, text: string): Promise<FoundKind> {
  const rows = await readPostcodes(db, { state: null, text, after: null, limit: mostOfAKind + 1 })
  const found = rows.map(({ code, name }) => ({
    label: areaName(code, { name }),
    to: href('/dashboard/admin/postcodes/:code', { code }),
    note: '',
  }))
  return first('Postnummer', found, asking(href('/dashboard/admin/postcodes'), text))
}

/** By the payment reference, with or without its letters. */
async function findCharges(db: Database, text: string): Promise<FoundKind> {
  const charges = await readChargesByReference(db, referencesIn(/^\d/.test(text) ? `KV${text}` : text))
  const lists = { open: '', paid: 'betalda', struck: 'strukna' } as const
  const found = [...new Map([...charges.values()].map((charge) => [charge.id, charge])).values()].map((charge) => ({
    label: formatReference(charge.reference),
    to: `${href('/dashboard/admin/payments')}?${new URLSearchParams({
      ...(lists[charge.status] && { visa: lists[charge.status] }),
      q: charge.reference,
    })}`,
    note: formatSum(charge.gross),
  }))
  return { kind: 'Betalningar', found, all: null, notAll: null }
}
