import { channels } from '~/shared/channel'

/**
 * What an alarm is, apart from what is done about it: its states, who may do what to it, and its words.
 * Pages read the same tables as the use cases.
 */
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

/** How it stands, in words. A test ends by itself: nobody need have called it off, and whether it came to anybody is another matter. */
export function stateLabelOf({ state, isTest }: { state: AlarmState; isTest: boolean }): string {
  return isTest && state === 'cancelled' ? 'Testet är över' : alarmStateLabels[state]
}

export function isOpen(state: AlarmState): boolean {
  return (openStates as readonly AlarmState[]).includes(state)
}

/** Who does something, as the door has proven it: never as a form says. */
export type Actor =
  | { kind: 'member'; personId: string }
  /** For a guard company: its owner on the page, or a guard of it. */
  | {
      kind: 'partner'
      companyId: string
      guardId: string | null
      via: 'page' | 'link' | 'sms' | 'voice' | 'api'
      /** A system of the company's own does it, by this key; its mark is what the key begins with. */
      key?: { name: string; mark: string }
    }
  | { kind: 'operator'; personId: string }
  | { kind: 'system' }

/** Who may take an alarm. */
export type Taker = Extract<Actor, { kind: 'partner' | 'operator' }>

export type Partner = Extract<Actor, { kind: 'partner' }>

/**
 * Who an actor is to one alarm. The taker is the very person who has it; of their company a companion has said that they come
 * too, and every other is a colleague.
 */
export type Part = 'reporter' | 'partner' | 'taker' | 'companion' | 'colleague' | 'operator' | 'system'

type Rule = { from: readonly AlarmState[]; by: readonly Part[]; to: AlarmState }

/** Every way from one state to another, and who may go it. An alarm that is closed stays closed, but for a slip. */
export const transitions = {
  take: { from: ['new'], by: ['partner', 'operator'], to: 'acknowledged' },
  // Whoever takes it over is not there yet, wherever the first was.
  takeOver: { from: ['acknowledged', 'on_site'], by: ['colleague', 'companion'], to: 'acknowledged' },
  arrive: { from: ['acknowledged'], by: ['taker'], to: 'on_site' },
  handBack: { from: ['acknowledged', 'on_site'], by: ['taker', 'operator'], to: 'new' },
  release: { from: ['acknowledged', 'on_site'], by: ['system'], to: 'new' },
  resolve: { from: openStates, by: ['taker', 'companion', 'colleague', 'operator'], to: 'resolved' },
  callFalse: { from: openStates, by: ['taker', 'companion', 'colleague', 'operator'], to: 'false_alarm' },
  // Once somebody has taken it they go and see; until then the member's word ends it.
  saySafe: { from: ['new'], by: ['reporter'], to: 'cancelled' },
  // Within minutes of having called it off (policy.ts): the same alarm, so that pressing and calling off is never a way
  // around what pressing alone costs.
  openAgain: { from: ['cancelled'], by: ['reporter'], to: 'new' },
  endTest: { from: openStates, by: ['system'], to: 'cancelled' },
} as const satisfies Record<string, Rule>

export type Transition = keyof typeof transitions

export function mayDo(transition: Transition, state: AlarmState, part: Part): boolean {
  const { from, by }: Rule = transitions[transition]
  return from.includes(state) && by.includes(part)
}

/** Somebody has it. */
export function isHeld(state: AlarmState): boolean {
  return isOpen(state) && state !== 'new'
}

/** 'Jag kommer också', and that they cannot after all. */
export const mayCome = (state: AlarmState, part: Part) =>
  isHeld(state) && (part === 'colleague' || part === 'companion')

/** Why not, for somebody who tried; the state has usually just changed under them. */
export function whyNot(transition: Transition, state: AlarmState): string {
  if (!isOpen(state)) return `Larmet är redan ${alarmStateLabels[state].toLowerCase()}.`
  if (transition === 'take') return 'Någon annan har redan tagit larmet.'
  if (state === 'new') return 'Ta larmet först.'
  return 'Det går inte att göra just nu.'
}

/** How one message to one recipient stands. */
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

/** The ways that an alarm goes: those of any message, and what nothing but an alarm is worth. */
export const alarmChannels = [...channels, 'voice', 'centre'] as const
export type AlarmChannel = (typeof alarmChannels)[number]

export const channelLabels = {
  sms: 'SMS',
  push: 'Push',
  mail: 'Mejl',
  voice: 'Samtal',
  centre: 'Larmcentral',
} as const satisfies Record<AlarmChannel, string>

/** What a message is about; the words are written when it is sent, from how things stand then. */
export type DeliveryKind =
  /** Somebody is needed. */
  | 'call'
  /** The member has pressed again. */
  | 'update'
  /** Somebody else has it. */
  | 'taken'
  /** To the taker: it is no longer theirs. */
  | 'released'
  /** To whoever had it: a colleague has taken it over. */
  | 'overtaken'
  /** To the taker: a colleague comes too. */
  | 'joined'
  /** To the taker: the member says that they are safe. */
  | 'safe'
  | 'closed'
  /** To the member: nobody has answered. */
  | 'nobody'
  /** To whoever took it by SMS: what the page would have shown. */
  | 'details'
  /** To operators: something is late. */
  | 'late'

/** What a message was, to an administrator who reads what went out. */
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

/** `circle` are those whom the member named and who said yes: they are told, and take nothing. */
export type RecipientRole = 'partner' | 'neighbour' | 'operator' | 'member' | 'circle'

/** What raised it: a press, the engine's own test, or a walk home that nobody ended. */
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

/** What the member's countdown says will happen. */
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
