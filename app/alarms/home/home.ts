/** What a complete alarm set-up consists of, in the order in which it is asked for. */
export const setupSteps = ['phone', 'home', 'position', 'test'] as const
export type SetupStep = (typeof setupSteps)[number]

export type Standing = {
  phoneIsProven: boolean
  hasHome: boolean
  /** Null until the member has answered; a no is an answer too. */
  sharesPosition: boolean | null
  /** The newest test that reached somebody who could come. */
  testedAt: Date | null
}

const isDone: Record<SetupStep, (standing: Standing) => boolean> = {
  phone: ({ phoneIsProven }) => phoneIsProven,
  home: ({ hasHome }) => hasHome,
  position: ({ sharesPosition }) => sharesPosition !== null,
  test: ({ testedAt }) => testedAt !== null,
}

/** The steps still to do. Empty means 'Ditt larm är redo'. */
export function missingIn(standing: Standing): SetupStep[] {
  return setupSteps.filter((step) => !isDone[step](standing))
}
