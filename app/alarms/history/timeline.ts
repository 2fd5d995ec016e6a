/** What can happen to an alarm, in the words of its timeline. */
export const timelineLabels = {
  raised: 'Larmet togs emot',
  called: 'Partnerna larmades',
  no_partners: 'Ingen partner i området kunde larmas',
  pressed: 'Larmade igen',
  heard: 'Har sett att det larmades igen',
  reopened: 'Larmet som blåstes av är igång igen',
  called_again: 'Alla larmades igen',
  nobody_callable: 'Ingen partner gick att larma, inte heller i grannkvarteren',
  widened: 'Grannkvarteren och jouren larmades',
  told_nobody: 'Fick besked om att ingen har svarat',
  taken: 'Tog larmet',
  declined: 'Kan inte komma',
  handed_back: 'Lämnade tillbaka larmet',
  released: 'Larmet lämnades tillbaka: ingen hördes av',
  arrived: 'På plats',
  note: 'Skrev en anteckning',
  safe: 'Är trygg',
  resolved: 'Avslutade larmet',
  false_alarm: 'Avslutade som falskt larm',
  cancelled: 'Blåste av larmet',
  asked_taker: 'Jouren ombads höra efter',
  test_ended: 'Testet avslutades',
  position_seen: 'Såg positionen',
  late: 'Något var försenat',
} as const

export type TimelineKind = keyof typeof timelineLabels
