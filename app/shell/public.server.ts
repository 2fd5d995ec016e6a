/** What other slices may use of shell. */
export { signUpShort } from './joining/sign-up-member.server'
export { deleteAccount } from './leaving/delete-account.server'
