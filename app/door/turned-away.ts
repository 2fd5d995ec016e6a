/**
 * The person may not call this use case at all. Thrown by its first line (`onlyAdmin`, `onlyMember`,
 * `requireOwnCompany`), so that nothing after it runs even if nobody checks the result. app/door/answer.server.ts turns
 * it into an HTTP answer.
 */
export class TurnedAway extends Error {
  override name = 'TurnedAway'

  readonly because: 'not allowed' | 'has no company'

  constructor(because: TurnedAway['because'] = 'not allowed') {
    super(because)
    this.because = because
  }
}
