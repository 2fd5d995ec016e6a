/**
 * The letters in long words of badges, choices, buttons and cards after which they may break: trygghets-partner,
 * huvud-sponsor, efter-mid-dag, erbju-danden, medlem-skapet, mot-tagaren. Browsers without Swedish hyphenation cut them
 * anywhere.
 */
const joints = /s(?=partner)|d(?=sponsor|dag)|r(?=middag)|u(?=danden)|m(?=skapet)|t(?=tagaren)/g

/** Lets long words break with a hyphen where a line has no room for them, as with text at 200 %. */
export const breakable = <Text>(text: Text): Text | string =>
  typeof text === 'string' ? text.replace(joints, '$&\u00ad') : text
