import type { Database } from '~/platform/database/database.server'
import type { ContactMessage } from './contact-message'

export async function insertContactMessage(db: Database, message: ContactMessage & { key: string }, now: Date) {
  await db
    .insertInto('contact_messages')
    .values({ ...message, created_at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Questions from one address, oldest first. The form stores the address as typed; an account has it in lower case. */
export async function readContactMessagesFrom(db: Database, email: string) {
  return db
    .selectFrom('contact_messages')
    .select(['name', 'interest', 'message', 'created_at'])
    .where(({ fn }) => fn<string>('lower', ['email']), '=', email)
    .orderBy('id')
    .execute()
}

export async function deleteContactMessagesFrom(db: Database, email: string) {
  await db
    .deleteFrom('contact_messages')
    .where(({ fn }) => fn<string>('lower', ['email']), '=', email)
    .execute()
}
