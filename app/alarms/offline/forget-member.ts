import { forgetDrafts } from './kept/drafts'
import { forgetWhoseItIs } from './kept/kept-alarms'

/**
 * At logout, deletes the drafts and the remembered member from the browser. A kept alarm that the server has not
 * answered stays: it is never discarded unsent, and waits for its author.
 */
export async function forgetMember(): Promise<void> {
  forgetDrafts()
  await forgetWhoseItIs().catch(() => {})
}
