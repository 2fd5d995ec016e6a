import { href } from 'react-router'
import { answerProgram, wrongMethod } from '~/accounts/public.server'
import { bookingsForProgram } from '../bookings-for-program'
import { readCompanyDiary } from '../read-company-diary.server'
import { readMemberDiary } from '../read-member-diary.server'
import type { Route } from './+types/api-bookings'

/** The own bookings of a member or a company. The same lists and query parameters as on the pages. */
export async function loader(door: Route.LoaderArgs) {
  return answerProgram(door, ['member', 'company'], async ({ house, signedIn, search }) => {
    const readDiary = signedIn.person.role === 'member' ? readMemberDiary : readCompanyDiary
    const { bookings, next } = await readDiary(house, signedIn, search)
    return bookingsForProgram(bookings, next, href('/api/bookings'), search)
  })
}

export const action = () => wrongMethod()
