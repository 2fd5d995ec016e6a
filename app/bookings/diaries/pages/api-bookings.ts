import { href } from 'react-router'
import { answerProgram, wrongMethod } from '~/accounts/public.server'
import { bookingsForProgram } from '../bookings-for-program'
import { readCompanyDiary } from '../read-company-diary.server'
import { readMemberDiary } from '../read-member-diary.server'
import type { Route } from './+types/api-bookings'

/** One's own bookings, as a member or as a company: the same lists as on the pages, by the same words in the address. */
export async function loader(door: Route.LoaderArgs) {
  return answerProgram(door, ['member', 'company'], async ({ house, signedIn, search }) => {
    const readDiary = signedIn.person.role === 'member' ? readMemberDiary : readCompanyDiary
    const { bookings, next } = await readDiary(house, signedIn, search)
    return bookingsForProgram(bookings, next, href('/api/bookings'), search)
  })
}

export const action = () => wrongMethod()
