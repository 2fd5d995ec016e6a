/**
 * Labels of the timeline's entries. An entry written when something is decided says that it was begun; whether it got
 * out is known later, and is shown with the messages.
 */
export const timelineLabels = {
  raised: 'Larmet togs emot',
  called: 'Vi började larma partnerna',
  no_partners: 'Ingen partner i området kunde larmas',
  hides: 'Gömmer sig: får inte ringas',
  may_ring: 'Det går att ringa igen',
  pressed: 'Larmade igen',
  heard: 'Har sett att det larmades igen',
  reopened: 'Larmet som blåstes av är igång igen',
  called_again: 'Vi började larma alla igen',
  rung: 'Vi började ringa upp väktare',
  nobody_callable: 'Ingen partner gick att larma, inte heller i grannkvarteren',
  widened: 'Vi började larma grannkvarteren och jouren',
  told_nobody: 'Vi började ge besked om att ingen har svarat',
  taken: 'Tog larmet',
  took_over: 'Tog över larmet',
  comes_too: 'Kommer också',
  comes_not: 'Kommer inte längre',
  declined: 'Kan inte komma',
  set_out: 'Är på väg',
  handed_back: 'Lämnade tillbaka larmet',
  released: 'Larmet lämnades tillbaka: ingen hördes av',
  arrived: 'På plats',
  note: 'Skrev en anteckning',
  safe: 'Är trygg',
  resolved: 'Avslutade larmet',
  false_alarm: 'Avslutade som falskt larm',
  cancelled: 'Blåste av larmet',
  said_false: 'Sa att det är ett falskt larm',
  not_false: 'Avslutades inte som falskt larm',
  asked_taker: 'Vi började be jouren höra efter',
  test_ended: 'Testet avslutades',
  position_seen: 'Såg platsen',
  home_seen: 'Såg adress och portkod',
  position_to_centre: 'Vi började sända platsen till partnerns larmcentral',
  late: 'Något var försenat',
} as const

export type TimelineKind = keyof typeof timelineLabels
