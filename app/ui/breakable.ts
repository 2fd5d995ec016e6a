/** Long words that stand in badges, choices and buttons: where each may break. Browsers without Swedish hyphenation cut them anywhere. */
const joints =
  /trygghets(?=partner)|säsongs(?=partner)|huvud(?=sponsor)|förmid(?=dag)|efter(?=middag)|erbju(?=danden)|medlem(?=skapet)|mot(?=tagaren)/gi

/** Lets long words break with a hyphen where a line has no room for them, as with text at 200 %. */
export const breakable = <Text>(text: Text): Text | string =>
  typeof text === 'string' ? text.replace(joints, '$&\u00ad') : text
