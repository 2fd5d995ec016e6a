import { expect, type Page } from '@playwright/test'

/** A demo company that takes Swish, and its service: journeys book here, each on days of its own. */
export const company = { name: 'Grannens IT-hjälp', email: 'foretag06@demo.example' }
export const service = 'Hjälp hemma med dator och mobil'

/** The workday that many workdays ahead. Each journey has its own, so that parallel journeys do not collide. */
export function workday(ahead: number): string {
  const day = new Date()
  for (let left = ahead; left > 0; ) {
    day.setDate(day.getDate() + 1)
    if (day.getDay() % 6 !== 0) left--
  }
  return day.toLocaleDateString('sv-SE')
}

/** As a logged-in member, chooses the service and a day on which no other journey books. */
export async function chooseService(page: Page, day: string) {
  await page.goto(`/dashboard/customer/book?q=${encodeURIComponent(company.name)}`)
  await page.getByRole('article').filter({ hasText: company.name }).getByRole('link', { name: service }).click()
  await expect(page).toHaveURL(/service=/)
  const address = new URL(page.url())
  address.searchParams.set('day', day)
  await page.goto(address.pathname + address.search)
}
