/**
 * Whoever asks may not ask at all: thrown by the first line of a use case (`onlyAdmin`, `onlyMember`, `requireOwnCompany`),
 * so that nothing after it runs, also where nobody looks at what comes back. app/door/answer.server.ts makes an answer of it.
 */
export class TurnedAway extends Error {
  override name = 'TurnedAway'

  readonly because: 'not allowed' | 'has no company'

  constructor(because: TurnedAway['because'] = 'not allowed') {
    super(because)
    this.because = because
  }
}
