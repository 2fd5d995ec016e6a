import { forgetDrafts } from './kept/drafts'
import { forgetWhoseItIs } from './kept/kept-alarms'

/**
 * Whoever logs out leaves nothing in the browser: no words begun, no name for the page without a line. One thing stays,
 * an alarm that the server has not answered: it is never thrown away unsent, and waits for whoever wrote it.
 */
export async function forgetMember(): Promise<void> {
  forgetDrafts()
  await forgetWhoseItIs().catch(() => {})
}
