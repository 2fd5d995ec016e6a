import { channels } from '~/shared/channel'

/** The domain model of an alarm: states, permissions and labels. Pages and use cases read the same tables. */
export const alarmStates = ['new', 'acknowledged', 'on_site', 'resolved', 'false_alarm', 'cancelled'] as const
export type AlarmState = (typeof alarmStates)[number]

export const openStates = ['new', 'acknowledged', 'on_site'] as const satisfies readonly AlarmState[]

export const alarmStateLabels = {
  new: 'Väntar på svar',
  acknowledged: 'Mottaget',
  on_site: 'På plats',
  resolved: 'Avslutat',
  false_alarm: 'Falskt larm',
  cancelled: 'Avblåst',
} as const satisfies Record<AlarmState, string>

/**
 * The state's label. A test ends by itself ('Avblåst' would be wrong); whether it reached anybody is shown elsewhere.
 */
export function stateLabelOf({ state, isTest }: { state: AlarmState; isTest: boolean }): string {
  return isTest && state === 'cancelled' ? 'Testet är över' : alarmStateLabels[state]
}

export function isOpen(state: AlarmState): boolean {
  return (openStates as readonly AlarmState[]).includes(state)
}

/** Who acts, as authenticated by the request's entry point; never taken from a form. */
export type Actor =
  | { kind: 'member'; personId: string }
  /** A guard company: its owner on the page, or one of its guards. */
  | {
      kind: 'partner'
      companyId: string
      guardId: string | null
      via: 'page' | 'link' | 'sms' | 'voice' | 'api'
      /** Set when one of the company's own systems acts, with this API key. The mark is the key's first characters. */
      key?: { name: string; mark: string }
    }
  | { kind: 'operator'; personId: string }
  | { kind: 'system' }

/** Actors who may take an alarm. */
export type Taker = Extract<Actor, { kind: 'partner' | 'operator' }>

export type Partner = Extract<Actor, { kind: 'partner' }>

/**
 * An actor's part in one alarm. The taker is the person who has it. Others at the taker's company are companions if
 * they said that they come too, else colleagues.
 */
export type Part = 'reporter' | 'partner' | 'taker' | 'companion' | 'colleague' | 'operator' | 'system'

type Rule = { from: readonly AlarmState[]; by: readonly Part[]; to: AlarmState }

/** All transitions between states, and who may make them. A closed alarm stays closed, unless called off by a slip. */
export const transitions = {
  take: { from: ['new'], by: ['partner', 'operator'], to: 'acknowledged' },
  // Back to 'acknowledged': the new taker is not on site, wherever the first was.
  takeOver: { from: ['acknowledged', 'on_site'], by: ['colleague', 'companion'], to: 'acknowledged' },
  arrive: { from: ['acknowledged'], by: ['taker'], to: 'on_site' },
  handBack: { from: ['acknowledged', 'on_site'], by: ['taker', 'operator'], to: 'new' },
  release: { from: ['acknowledged', 'on_site'], by: ['system'], to: 'new' },
  resolve: { from: openStates, by: ['taker', 'companion', 'colleague', 'operator'], to: 'resolved' },
  callFalse: { from: openStates, by: ['taker', 'companion', 'colleague', 'operator'], to: 'false_alarm' },
  // Only before it is taken: a taker always goes and sees.
  saySafe: { from: ['new'], by: ['reporter'], to: 'cancelled' },
  // Only for a few minutes after calling it off (policy.ts). It is the same alarm, so that pressing and calling off by
  // turns cannot bypass the limits on pressing.
  openAgain: { from: ['cancelled'], by: ['reporter'], to: 'new' },
  endTest: { from: openStates, by: ['system'], to: 'cancelled' },
} as const satisfies Record<string, Rule>

export type Transition = keyof typeof transitions

export function mayDo(transition: Transition, state: AlarmState, part: Part): boolean {
  const { from, by }: Rule = transitions[transition]
  return from.includes(state) && by.includes(part)
}

/** Somebody has taken the alarm, and it is open. */
export function isHeld(state: AlarmState): boolean {
  return isOpen(state) && state !== 'new'
}

/** Whether the actor may say 'Jag kommer också', or take it back. */
export const mayCome = (state: AlarmState, part: Part) =>
  isHeld(state) && (part === 'colleague' || part === 'companion')

/** The reason for a refusal; usually the state has just changed. */
export function whyNot(transition: Transition, state: AlarmState): string {
  if (!isOpen(state)) return `Larmet är redan ${alarmStateLabels[state].toLowerCase()}.`
  if (transition === 'take') return 'Någon annan har redan tagit larmet.'
  if (state === 'new') return 'Ta larmet först.'
  return 'Det går inte att göra just nu.'
}

/** The state of one message to one recipient. */
export const deliveryStates = ['queued', 'sending', 'sent', 'unsure', 'delivered', 'failed', 'withdrawn'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const deliveryStateLabels = {
  queued: 'Väntar',
  sending: 'Skickas',
  sent: 'Skickat',
  unsure: 'Oklart om det kom fram',
  delivered: 'Framme',
  failed: 'Gick inte fram',
  withdrawn: 'Behövdes inte',
} as const satisfies Record<DeliveryState, string>

/** The channels of alarms: those of any message, and two that only alarms use. */
export const alarmChannels = [...channels, 'voice', 'centre'] as const
export type AlarmChannel = (typeof alarmChannels)[number]

export const channelLabels = {
  sms: 'SMS',
  push: 'Push',
  mail: 'Mejl',
  voice: 'Samtal',
  centre: 'Larmcentral',
} as const satisfies Record<AlarmChannel, string>

/** The kind of a message. Its text is written when it is sent, from the state at that time. */
export type DeliveryKind =
  /** Help is needed. */
  | 'call'
  /** The member has pressed again. */
  | 'update'
  /** Somebody else has it. */
  | 'taken'
  /** To the taker: it is no longer theirs. */
  | 'released'
  /** To the former taker: a colleague has taken it over. */
  | 'overtaken'
  /** To the taker: a colleague comes too. */
  | 'joined'
  /** To the taker: the member says that they are safe. */
  | 'safe'
  | 'closed'
  /** To the member: nobody has answered. */
  | 'nobody'
  /** To somebody who took it by SMS: what the page would have shown. */
  | 'details'
  /** To operators: something is late. */
  | 'late'

/** Labels of the kinds, for an administrator who reads what was sent. */
export const deliveryKindLabels = {
  call: 'Larm',
  update: 'Larmade igen',
  taken: 'Är taget',
  released: 'Har det inte längre',
  overtaken: 'Övertaget',
  joined: 'Kommer också',
  safe: 'Säger sig trygg',
  closed: 'Är över',
  nobody: 'Ingen har svarat',
  details: 'Uppgifter',
  late: 'Hör efter',
} as const satisfies Record<DeliveryKind, string>

/** `circle`: the people a member named and who said yes. They are told, and cannot take the alarm. */
export type RecipientRole = 'partner' | 'neighbour' | 'operator' | 'member' | 'circle'

/** What raised the alarm: a press, a canary (our own test), or a walk home that nobody ended. */
export type Origin = 'member' | 'canary' | 'walk'

export const stepKinds = [
  'call again',
  'ring',
  'press',
  'answer press',
  'widen',
  'tell member',
  'release',
  'ask taker',
  'end test',
  'end false',
] as const
export type StepKind = (typeof stepKinds)[number]

/** What the member's countdown says will happen next. */
export const stepLabels = {
  'call again': 'Alla partner larmas igen',
  ring: 'De väktare som vill det rings upp',
  press: 'Alla partner larmas igen',
  'answer press': 'Alla larmas igen om den som har larmet inte svarar',
  widen: 'Grannkvarterens partner och jouren larmas',
  'tell member': 'Du får besked om att ingen har svarat',
  release: 'Larmet lämnas tillbaka om inget hörs',
  'ask taker': 'Jouren hör efter hur det går',
  'end test': 'Testet avslutas',
  'end false': 'Larmet avslutas som falskt larm om ingen ångrar det',
} as const satisfies Record<StepKind, string>
