/** What every engine can be asked for. Clicks and keys are the engine's own, as from a hand; the rest is read by scripts. */
export type Driver = {
  goTo(url: string): Promise<void>
  /** Calls a function of one argument in the page. */
  run<Answer>(source: string, argument: unknown): Promise<Answer>
  /** As WebDriver writes what hands do: both protocols have the same words for it. */
  act(actions: readonly object[]): Promise<void>
  close(): Promise<void>
}

export type Engine = {
  name: string
  /** Null where it is installed; otherwise what is missing. */
  missing: string | null
  open(javaScriptEnabled: boolean): Promise<Driver>
}

/** A phone, as wide as the window of the engine lets itself be made. */
export const phone = { width: 390, height: 844 }
