import type { Page } from '@playwright/test'
import { ask } from './alarm-people'
import { demo, logIn } from './browser-people'

/** An address for each page, with one of the demo's own where there is a name in it. */
const examples: Record<string, string> = { '/*': '/finns-inte', '/svarstider/:code': '/svarstider/12540' }

/** Whose they are: nobody else is shown them. */
const readers: Record<string, string> = {
  '/sponsor/apply': demo.company,
  '/season/apply': demo.company,
  '/dashboard/customer/safety/history': demo.member,
}

/** What is somebody's own, by what is known of it: its address and whose it is. */
const own: Record<string, string> = {
  '/dashboard/receipts/:number': `select '/dashboard/receipts/' || number as address, profiles.email from receipts
     join profiles on profiles.id = member_id limit 1`,
  '/dashboard/customer/safety/history/:id': `select '/dashboard/customer/safety/history/' || safety_alarms.id as address, profiles.email
     from safety_alarms join profiles on profiles.id = reported_by where status in ('resolved', 'false_alarm', 'cancelled')
     and profiles.email like '%@demo.example' limit 1`,
}

/** Where a plain page is found, by whoever may see it. */
export async function addressFor(page: Page, path: string): Promise<string> {
  const [found] = own[path] ? await ask<{ address: string; email: string }>(own[path]) : []
  const reader = found?.email ?? readers[path]
  if (reader) await logIn(page, reader)
  if (path !== '/company/:id') return found?.address ?? examples[path] ?? path
  const directory = await (await page.request.get('/companies')).text()
  return /href="(\/company\/[^"]+)"/.exec(directory)?.[1] ?? ''
}
