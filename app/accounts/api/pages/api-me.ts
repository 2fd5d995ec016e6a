import type { Route } from './+types/api-me'
import { answerProgram, wrongMethod } from './answer-program.server'

/** The person whom the access token belongs to. */
export async function loader(door: Route.LoaderArgs) {
  return answerProgram(door, ['member', 'company', 'admin'], async ({ signedIn: { person } }) => ({
    id: person.id,
    name: person.name,
    email: person.email,
    emailVerified: person.emailVerified,
    phone: person.phone,
    postcode: person.postcode,
    role: person.role,
    memberStatus: person.memberStatus,
  }))
}

export const action = () => wrongMethod()
