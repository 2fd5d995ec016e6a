/** What every browser engine can do. Clicks and keys are real input events; reading is done by scripts. */
export type Driver = {
  goTo(url: string): Promise<void>
  /** Calls a function of one argument in the page. */
  run<Answer>(source: string, argument: unknown): Promise<Answer>
  /** Input actions as in WebDriver; both protocols use the same format. */
  act(actions: readonly object[]): Promise<void>
  close(): Promise<void>
}

export type Engine = {
  name: string
  /** Null if it is installed, otherwise what is missing. */
  missing: string | null
  open(javaScriptEnabled: boolean): Promise<Driver>
}

/** A phone's size, as far as the engine's window can be made that narrow. */
export const phone = { width: 390, height: 844 }
