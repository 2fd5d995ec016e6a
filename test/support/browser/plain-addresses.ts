import type { Page } from '@playwright/test'
import { ask } from './alarm-people'
import { demo, logIn } from './browser-people'

/** An example address for each page with a parameter. */
const examples: Record<string, string> = { '/*': '/finns-inte', '/svarstider/:code': '/svarstider/12540' }

/** Pages that only this login may see. */
const readers: Record<string, string> = {
  '/sponsor/apply': demo.company,
  '/season/apply': demo.company,
  '/dashboard/customer/safety/history': demo.member,
}

/** Queries for the address of a personal page, and its owner. */
const own: Record<string, string> = {
  '/dashboard/receipts/:number': `select '/dashboard/receipts/' || number as address, profiles.email from receipts
     join profiles on profiles.id = member_id limit 1`,
  '/dashboard/customer/safety/history/:id': `select '/dashboard/customer/safety/history/' || safety_alarms.id as address, profiles.email
     from safety_alarms join profiles on profiles.id = reported_by where status in ('resolved', 'false_alarm', 'cancelled')
     and profiles.email like '%@demo.example' limit 1`,
}

/** The address of a plain page; logs in as somebody who may see it. */
export async function addressFor(page: Page, path: string): Promise<string> {
  const [found] = own[path] ? await ask<{ address: string; email: string }>(own[path]) : []
  const reader = found?.email ?? readers[path]
  if (reader) await logIn(page, reader)
  if (path !== '/company/:id') return found?.address ?? examples[path] ?? path
  const directory = await (await page.request.get('/companies')).text()
  return /href="(\/company\/[^"]+)"/.exec(directory)?.[1] ?? ''
}
