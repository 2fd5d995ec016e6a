/**
 * The letters in long words of badges, choices and buttons after which they may break: trygghets-partner, huvud-sponsor,
 * efter-mid-dag, erbju-danden, medlem-skapet, mot-tagaren, bekräf-telse. Browsers without Swedish hyphenation cut them
 * anywhere. Only for words of ours: a name or an address that is copied from a page must be what was written.
 */
const joints = /s(?=partner)|d(?=sponsor|dag)|r(?=middag)|u(?=danden)|m(?=skapet)|t(?=tagaren)|f(?=telse)/g

/** Lets long words break with a hyphen where a line has no room for them, as with text at 200 %. */
export const breakable = <Text>(text: Text): Text | string =>
  typeof text === 'string' ? text.replace(joints, '$&\u00ad') : text
